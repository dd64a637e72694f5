import type { Db } from '#platform/db/pool.ts'
import type { Mirror } from '#platform/git/mirrors.ts'
import type { Change } from '#platform/git/diff.ts'
import { MAX_PATH_BYTES } from '#platform/git/tree.ts'
import type { NewFile } from '../store/files.ts'
import * as files from '../store/files.ts'
import type { Claimed } from '../store/repos.ts'

export class TooManyFiles extends Error {}

/** The tree changes that a sync has to write, and what became of the files before it. */
export type Listed = {
  generation: number
  /** A new list was written: the previous one is dropped once this one is current. */
  isNewList: boolean
  count: number
  changes: number
  /** Written in the transaction that makes the commit current. */
  put: NewFile[]
  removed: string[]
  /** The commit that `gone` was compared with. */
  from: string | null
  gone: ReadonlySet<string>
  isThere: (path: string) => boolean
}

export type Between = {
  from: string | null
  commit: string
  mirror: Mirror
  maxFiles: number
  signal: AbortSignal
  newGeneration: number
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
export async function listTree(db: Db, repo: Claimed, between: Between): Promise<Listed> {
  if (between.from === null) return listAll(db, repo, between, [])
  const { changes, sizes } = await changesSince(between.from, between)
  if (changes.length > MAX_CHANGES || changes.some(isOddlyNamed)) return listAll(db, repo, between, changes)
  return listChanges(repo, between, changes, sizes)
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
  repo: Claimed,
  { from, maxFiles }: Between,
  changes: readonly Change[],
  sizes: ReadonlyMap<string, number>,
): Listed {
  const there = changes.flatMap(({ to, toOid, entry }) =>
    toOid && entry ? [{ path: to, oid: toOid, kind: entry }] : [],
  )
  const removed = changes.flatMap(({ kind, from: path }) => (kind === 'deleted' ? [path] : []))
  const count = repo.fileCount + changes.filter(({ kind }) => kind === 'added').length - removed.length
  if (count > maxFiles) throw new TooManyFiles()
  const paths = new Set(there.map(({ path }) => path))
  return {
    generation: repo.generation,
    isNewList: false,
    count,
    changes: changes.length,
    put: there.map((file) => ({ ...file, raw: null, size: sizes.get(file.oid) ?? 0 })),
    removed,
    from,
    gone: new Set(removed),
    isThere: (path) => paths.has(path),
  }
}

async function listAll(db: Db, repo: Claimed, between: Between, changes: readonly Change[]): Promise<Listed> {
  const { from, commit, mirror, maxFiles, signal } = between
  const list = { userId: repo.userId, id: repo.id, generation: between.newGeneration }
  // Drop orphaned lists of killed syncs.
  await files.dropOtherLists(db, { ...list, generation: repo.generation })
  const touched = new Set(changes.flatMap((change) => [change.from, change.to]))
  const there = new Set<string>()
  const count = await writeAll(distinct(mirror.tree(commit, signal)), maxFiles, async (entries) => {
    for (const { path } of entries) if (touched.delete(path)) there.add(path)
    await files.insertFiles(db, list, entries)
  })
  return {
    generation: list.generation,
    isNewList: true,
    count,
    changes: from === null ? count : changes.length,
    put: [],
    removed: [],
    from,
    gone: touched,
    isThere: (path) => there.has(path),
  }
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
