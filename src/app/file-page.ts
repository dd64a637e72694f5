import type { Island } from '#browser/hydrate.ts'

/** The islands of a file's page in one script: on a slow connection a request costs more than the bytes of an island. */
export const islands = import.meta.glob<Island>(
  ['../features/notes/islands/notes.tsx', '../features/viewer/islands/{about,details,reader}.tsx'],
  { eager: true, import: 'island' },
)
