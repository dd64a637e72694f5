import type { Db } from '#platform/db/pool.ts'
import type { Mirror } from '#platform/git/mirrors.ts'
import type { NewFile } from '../store/files.ts'
import * as files from '../store/files.ts'
import type { Claimed } from '../store/repos.ts'

export class TooManyFiles extends Error {}

/** What a sync has to write about the tree, and what became of the files that were there. */
export type Listed = {
  generation: number
  count: number
  changes: number
  /** To be written in the transaction that makes the commit current. */
  put: NewFile[]
  removed: string[]
  /** The commit that `gone` and `renamed` compare with. */
  from: string | null
  gone: ReadonlySet<string>
  renamed: ReadonlyMap<string, string>
  isThere: (path: string) => boolean
}

export type Between = { from: string | null; commit: string; mirror: Mirror; maxFiles: number; signal: AbortSignal }

/** Changes that fit into the transaction that ends a sync; more are written as a list of their own. */
const MAX_CHANGES = 5_000
const BATCH = 2_000

/**
 * Goes through the tree once. Few changes are kept for the transaction to come; a first or very different tree is written
 * as a new list beside the current one, where nobody sees it yet.
 */
export async function listTree(db: Db, repo: Claimed, between: Between): Promise<Listed> {
  const { from, commit, mirror, maxFiles, signal } = between
  const { touched, renamed } = await changesSince(between)
  const isNewList = from === null || touched.size > MAX_CHANGES
  const changes = touched.size
  const list = { userId: repo.userId, id: repo.id, generation: repo.generation + (isNewList ? 1 : 0) }
  // A list that a killed sync wrote is of another commit.
  if (isNewList) await files.dropOtherLists(db, { ...list, generation: repo.generation })
  let batch: NewFile[] = []
  let count = 0
  const there = new Set<string>()
  for await (const entry of mirror.tree(commit, signal)) {
    if ((count += 1) > maxFiles) throw new TooManyFiles()
    const isTouched = touched.delete(entry.path)
    if (isTouched) there.add(entry.path)
    if (isNewList || isTouched) batch.push(entry)
    if (!isNewList || batch.length < BATCH) continue
    await files.putFiles(db, list, unique(batch))
    batch = []
  }
  if (isNewList) await files.putFiles(db, list, unique(batch))
  return {
    generation: list.generation,
    count,
    changes: from === null ? count : changes,
    put: isNewList ? [] : unique(batch),
    removed: isNewList ? [] : [...touched],
    from,
    gone: touched,
    renamed,
    isThere: (path) => there.has(path),
  }
}

async function changesSince({ from, commit, mirror, signal }: Between) {
  const touched = new Set<string>()
  const renamed = new Map<string, string>()
  if (from !== null)
    for await (const change of mirror.changes(from, commit, signal)) {
      touched.add(change.from).add(change.to)
      if (change.kind === 'renamed') renamed.set(change.from, change.to)
    }
  return { touched, renamed }
}

/** One statement cannot write a row twice, and two names of bytes may have one readable form. */
function unique(entries: readonly NewFile[]): NewFile[] {
  return [...new Map(entries.map((entry) => [entry.path, entry])).values()]
}
