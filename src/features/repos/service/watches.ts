import { linesIn, longestTogether } from 'codeshelf-follow'
import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Offload } from '#platform/threads.ts'
import { changeTo, fireWatches, type FoundChange, listWatchingRepo, readLinesTask } from '#features/notes/public.ts'
import { MAX_TEXT_BYTES, type Rename } from '../repo.ts'
import type { NotedLines, UsedPath } from '../noted-lines.ts'
import type { FoundNote } from './follow-notes.ts'
import { changesOfSymbols } from './watched-symbols.ts'

export { lockAtHead } from '../store/repos.ts'

/**
 * Sets the reminders of notes whose code changed, in the transaction that moves their user to the new commit. `reminders` implements it and
 * `src/app/jobs.ts` passes it in, because reminders are above repositories.
 */
export type RemindOfChanges = (trx: Db, userId: UserId, ids: readonly NoteId[], now: Date) => Promise<void>

/** A watch was set after the sync read the notes. The user stays at the earlier commit, from which the next sync follows it. */
class WatchedMeanwhile extends Error {}

/** `renames`: the files of watched symbols whose notes have no lines any more. */
type ChangesAsk = { mirror: LocalMirror; offload: Offload; to: string; renames: readonly Rename[] }

/** The watches of these notes that found another text in the new commit, by note. One whose text cannot be read stays on. */
export async function findChanges(
  { mirror, offload, to, renames }: ChangesAsk,
  found: readonly FoundNote[],
): Promise<Map<NoteId, FoundChange>> {
  const renamed = new Map(renames.map((rename) => [rename.from, rename.to]))
  const watched = found.flatMap(({ noted, found: { path: newPath, followed } }) => {
    if (noted.watchAt === null || noted.watchText === null) return []
    const lines = longestTogether(linesIn(followed.ranges))
    const { noteId: id, watchAt: at, watchText: text, watchSymbol: symbol } = noted
    const path = newPath ?? renamed.get(noted.path) ?? noted.path
    return [{ id, at, text, symbol, path, name: `${to}:${path}`, lines }]
  })
  const ofLines = watched.filter(({ symbol }) => !symbol)
  const ofSymbols = watched.flatMap(({ symbol, ...each }) => (symbol ? [{ ...each, symbol }] : []))
  const after = await readLines({ mirror, offload }, ofLines)
  const changes = ofLines.flatMap((each, i) => {
    if (!each.lines) return changeTo(each, null)
    const now = after[i] ?? null
    return now === null ? [] : changeTo(each, now)
  })
  const inSymbols = await changesOfSymbols({ mirror, offload }, ofSymbols)
  return new Map([...changes, ...inSymbols].map((change) => [change.id, change]))
}

type Wanted = { name: string; lines: { start: number; end: number } | null }

/** Each task of a worker thread gets about as much as one window of the commits that notes are followed through. */
const TASK_BYTES = 12 * 1024 * 1024

async function readLines(
  { mirror, offload }: { mirror: LocalMirror; offload: Offload },
  wanted: readonly Wanted[],
): Promise<(string | null)[]> {
  const names = [...new Set(wanted.filter(({ lines }) => lines).map(({ name }) => name))]
  const blobs = new Map((await mirror.findBlobs(names)).map((blob, i) => [names[i], blob]))
  const texts: (string | null)[] = []
  const flush = async (part: readonly { oid: string; start: number; end: number; at: number }[]) => {
    const oids = [...new Set(part.map(({ oid }) => oid))]
    const read = await mirror.blobs(oids, MAX_TEXT_BYTES)
    const bytes = new Map(oids.flatMap((oid, i): [string, Uint8Array][] => (read[i] ? [[oid, read[i]]] : [])))
    const lines = await offload(readLinesTask, { blobs: bytes, wanted: part })
    for (const [i, { at }] of part.entries()) texts[at] = lines[i] ?? null
  }
  let part: { oid: string; start: number; end: number; at: number }[] = []
  let size = 0
  const inOrder = [...wanted.entries()].toSorted(([, a], [, b]) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  let last = ''
  for (const [at, { name, lines }] of inOrder) {
    const blob = blobs.get(name)
    if (!lines || !blob) continue
    if (name !== last) size += blob.size
    last = name
    part.push({ oid: blob.oid, ...lines, at })
    if (size < TASK_BYTES) continue
    await flush(part)
    ;[part, size, last] = [[], 0, '']
  }
  if (part.length > 0) await flush(part)
  return texts
}

/** Files that the new commit has no longer, or with another content. */
export type Touched = { gone: readonly string[]; changed: readonly string[] }

/** What a sync read before it moves users: the notes on files that changed, where they are now, and what their watches found. */
export type ReadNotes = {
  touched: Touched
  /** Also those that could not be followed. */
  noted: ReadonlyMap<NoteId, NotedLines>
  found: readonly FoundNote[]
  changes: ReadonlyMap<NoteId, FoundChange>
}

export const NOTHING_READ: ReadNotes = {
  touched: { gone: [], changed: [] },
  noted: new Map(),
  found: [],
  changes: new Map(),
}

/** Whether the sync read this watch, and not an earlier one of the note. */
export function isRead({ noted }: ReadNotes, id: NoteId, watchAt: Date): boolean {
  return noted.get(id)?.watchAt?.getTime() === watchAt.getTime()
}

/** Fires what the sync found, in the transaction that moves the user. Call it before the notes of the user move. */
export async function fireInRepo(
  trx: Db,
  user: UsedPath,
  read: ReadNotes,
  { now, remind }: { now: Date; remind: RemindOfChanges },
): Promise<void> {
  const watching = await listWatchingRepo(trx, user.userId, user.name)
  const touched = new Set([...read.touched.gone, ...read.touched.changed])
  if (watching.some(({ id, path, at }) => touched.has(path) && !isRead(read, id, at)))
    throw new WatchedMeanwhile('A watch was set during the sync')
  const changes = watching.flatMap(({ id }) => read.changes.get(id) ?? [])
  const fired = await fireWatches(trx, user.userId, changes, now)
  if (fired.length > 0) await remind(trx, user.userId, fired, now)
}
