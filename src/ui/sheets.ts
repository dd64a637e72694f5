/**
 * Features with a style sheet of their own: `src/features/<name>/styles.css`. A page loads those that it gives to `Layout`, in this order
 * (of two rules that are equally specific the later one wins), after the sheet of every page. Features whose elements can appear on every
 * page are part of that one instead: `app/feature-styles.ts`.
 */
export const SHEETS = [
  'about',
  'admin',
  'agent',
  'announcements',
  'api-docs',
  'backups',
  'boards',
  'code-run',
  'editor',
  'files',
  'git-remote',
  'home',
  'inbox',
  'install',
  'jobs',
  'move-in',
  'notes',
  'observability',
  'rendered',
  'repos',
  'search',
  'settings',
  'shares',
  'tokens',
  'transfer',
  'viewer',
] as const

export type Sheet = (typeof SHEETS)[number]

export const sheetPath = (feature: string): string => `src/features/${feature}/styles.css`
