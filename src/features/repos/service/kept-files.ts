import type { ChangedFile } from '#features/notes/public.ts'

/** The files of one commit in which moved lines are searched, beside those with notes. */
const MAX_OTHER_FILES = 500

/** The files of a commit that have notes, and as many as the limit allows of the others that lines may have moved to: none moves to a deleted file. */
export function keptFiles(changes: readonly ChangedFile[], paths: ReadonlySet<string>): ChangedFile[] {
  const { own = [], other = [] } = Object.groupBy(changes, ({ from }) =>
    from !== null && paths.has(from) ? 'own' : 'other',
  )
  return [...own, ...other.filter(({ to }) => to !== null).slice(0, MAX_OTHER_FILES)]
}
