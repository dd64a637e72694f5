import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Change } from '#platform/git/diff.ts'
import { MAX_PATH_BYTES } from '#platform/git/tree.ts'
import type { List, NewFile } from '../store/files.ts'
import * as files from '../store/files.ts'

export class TooManyFiles extends Error {}

/** The tree changes that a sync has to write. */
export type Listed = {
  generation: number
  /** A new list was written: the previous one is dropped once this one is current. */
  isNewList: boolean
  count: number
  changes: number
  /** Written in the transaction that makes the commit current. */
  put: NewFile[]
  removed: string[]
}

export type Between = {
  /** The current list and its commit; null when there is none, or when the mirror lost that commit. */
  current: { commit: string; generation: number; fileCount: number } | null
  commit: string
  mirror: LocalMirror
  maxFiles: number
  signal: AbortSignal
  newList: List
}

/** The most changes that fit into the transaction that ends a sync; more are written as a new list. */
const MAX_CHANGES = 5_000
const BATCH = 2_000
/** Concurrent batch inserts while git is listing. */
const WRITERS = 3

/**
 * Few changes are read as a git diff and kept for the final transaction, so a sync costs as much as its changes. A first or
 * very different tree is written as a new list beside the current one, where no reader sees it yet.
 */
export async function listTree(db: Db, between: Between): Promise<Listed> {
  const { current } = between
  if (current === null) return listAll(db, between, null)
  const { changes, sizes } = await changesSince(current.commit, between)
  if (changes.length > MAX_CHANGES || changes.some(isOddlyNamed)) return listAll(db, between, changes.length)
  return listChanges(current, between.maxFiles, changes, sizes)
}

/** Reads the changes and, in parallel, their sizes. */
async function changesSince(from: string, { commit, mirror, signal }: Between) {
  const changes: Change[] = []
  const sizes = mirror.startSizeQuery(signal)
  try {
    for await (const change of mirror.changes(from, commit, { renames: false, signal })) {
      changes.push(change)
      // The commit of a submodule is not in this repository.
      if (change.toOid !== null && change.entry !== 'submodule') sizes.add(change.toOid)
    }
  } finally {
    sizes.end()
  }
  return { changes, sizes: await sizes.sizes() }
}

/** Two non-UTF-8 names may have the same readable form; then only the whole tree shows which of them exist. */
function isOddlyNamed({ to }: Change): boolean {
  return to.includes('%') || Buffer.byteLength(to) > MAX_PATH_BYTES
}

function listChanges(
  { generation, fileCount }: NonNullable<Between['current']>,
  maxFiles: number,
  changes: readonly Change[],
  sizes: ReadonlyMap<string, number>,
): Listed {
  const there = changes.flatMap(({ to, toOid, entry }) =>
    toOid && entry ? [{ path: to, oid: toOid, kind: entry }] : [],
  )
  const removed = changes.flatMap(({ kind, from }) => (kind === 'deleted' ? [from] : []))
  const count = fileCount + changes.filter(({ kind }) => kind === 'added').length - removed.length
  if (count > maxFiles) throw new TooManyFiles()
  return {
    generation,
    isNewList: false,
    count,
    changes: changes.length,
    put: there.map((file) => ({ ...file, raw: null, size: sizes.get(file.oid) ?? 0 })),
    removed,
  }
}

/** `changes`: how many there are since the current list; null when there is none. */
async function listAll(db: Db, between: Between, changes: number | null): Promise<Listed> {
  const { current, commit, mirror, maxFiles, signal, newList } = between
  // Drop orphaned lists of killed syncs.
  if (current) await files.dropOtherLists(db, { ...newList, generation: current.generation })
  const batches = distinct(mirror.tree(commit, signal))
  const count = await writeAll(batches, maxFiles, (entries) => files.insertFiles(db, newList, entries))
  return { generation: newList.generation, isNewList: true, count, changes: changes ?? count, put: [], removed: [] }
}

type Batches = AsyncIterable<readonly NewFile[]>

/** Inserts a few batches in parallel while git is listing, and returns the number of files. */
async function writeAll(batches: Batches, most: number, write: (batch: NewFile[]) => Promise<void>): Promise<number> {
  const writing: Promise<void>[] = []
  let waiting: NewFile[] = []
  let count = 0
  const start = async () => {
    const batch = waiting
    waiting = []
    const written = write(batch)
    // The promise is awaited below; without a handler its rejection would be reported as unhandled until then.
    written.catch(() => undefined)
    writing.push(written)
    if (writing.length >= WRITERS) await writing.shift()
  }
  try {
    for await (const entries of batches) {
      if ((count += entries.length) > most) throw new TooManyFiles()
      waiting.push(...entries)
      if (waiting.length >= BATCH) await start()
    }
    await start()
    await Promise.all(writing)
    return count
  } finally {
    // Wait for all inserts, so that nothing writes into this list after the return.
    await Promise.allSettled(writing)
  }
}

/** Two non-UTF-8 names may have the same readable form; it is written once. */
async function* distinct(batches: Batches): AsyncGenerator<NewFile[]> {
  const odd = new Set<string>()
  for await (const entries of batches)
    yield entries.filter(({ path }) => !path.includes('%') || (!odd.has(path) && odd.add(path)))
}
