import type { File } from './file.ts'
import { LARGE_BYTES } from './file.ts'
import { foldersAbove } from './path.ts'

export type CountKind = 'language' | 'tag' | 'repo' | 'category' | 'folder'
export type CountChange = { kind: CountKind; name: string; by: number }

type Counted = Pick<File, 'folder' | 'language' | 'tags' | 'repo' | 'isFavorite' | 'sizeBytes'>

/** Every counter that one live file is part of. */
function countsOf(file: Counted): { kind: CountKind; name: string }[] {
  return [
    { kind: 'language', name: file.language },
    ...file.tags.map((tag) => ({ kind: 'tag' as const, name: tag })),
    // Every folder counts what is below it too.
    ...foldersAbove(file).map((folder) => ({ kind: 'folder' as const, name: folder })),
    ...(file.repo === null ? [] : [{ kind: 'repo' as const, name: file.repo }]),
    ...(file.isFavorite ? [{ kind: 'category' as const, name: 'favorites' }] : []),
    ...(file.sizeBytes >= LARGE_BYTES ? [{ kind: 'category' as const, name: 'large' }] : []),
  ]
}

/** The counter changes when live files go from one state to another; null means absent. Counters that stay equal are left out. */
export function countChanges(changes: readonly { from: Counted | null; to: Counted | null }[]): CountChange[] {
  const totals = new Map<string, CountChange>()
  const add = (file: Counted, by: number) => {
    for (const { kind, name } of countsOf(file)) {
      const key = `${kind}\n${name}`
      totals.set(key, { kind, name, by: (totals.get(key)?.by ?? 0) + by })
    }
  }
  for (const { from, to } of changes) {
    if (from) add(from, -1)
    if (to) add(to, 1)
  }
  // Sort the changes: two writers that lock the same rows in different orders would deadlock.
  return [...totals.values()]
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1))
}
