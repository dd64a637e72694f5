import type { Island } from '#browser/hydrate.ts'

/** The islands of the file list in one script. */
export const islands = import.meta.glob<Island>('../features/files/islands/{filter,list}.tsx', {
  eager: true,
  import: 'island',
})
