import { linesIn, longestTogether } from 'codeshelf-follow'
import { batchBySize } from '#base/batch-by-size.ts'
import type { NoteId } from '#base/ids.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Offload, Task } from '#platform/threads.ts'
import { MAX_CONTENT_BYTES } from '#features/files/public.ts'
import { quoteOf } from '../../anchored-note.ts'
import type { FoundNote } from '../../noted-lines.ts'
import { changeTo, type FoundChange, type WatchedSymbol } from '../../watch.ts'
import { blobTexts } from '../sources/blob-texts.ts'
import { findSymbols } from './find-symbols.ts'

type Reading = { mirror: LocalMirror; offload: Offload }

/** `renames`: the files of watched symbols whose notes have no lines any more. */
type Sync = Reading & { to: string; renames: readonly { from: string; to: string }[] }

/** A watch, the file that its note is in now, and the lines of the note; null when they are lost. */
type Watched = {
  id: NoteId
  at: Date
  text: string
  /** As git names it: `<commit>:<path>`. */
  name: string
  path: string
  lines: { start: number; end: number } | null
}
type SymbolWatch = Watched & { symbol: WatchedSymbol }

/** The watches of these notes that found another text in the new commit, by note. One whose text cannot be read stays on. */
export async function findChangesInCommit(
  { mirror, offload, to, renames }: Sync,
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

/** Each task of a worker thread gets about as much as one window of the commits that notes are followed through. */
const TASK_BYTES = 12 * 1024 * 1024

async function readLines({ mirror, offload }: Reading, watched: readonly Watched[]): Promise<(string | null)[]> {
  const names = [...new Set(watched.filter(({ lines }) => lines).map(({ name }) => name))]
  const blobs = new Map((await mirror.findBlobs(names)).map((blob, i) => [names[i], blob]))
  const texts: (string | null)[] = []
  const flush = async (part: readonly (Wanted & { at: number })[]) => {
    const oids = [...new Set(part.map(({ oid }) => oid))]
    const read = await mirror.blobs(oids, MAX_CONTENT_BYTES)
    const bytes = new Map(oids.flatMap((oid, i): [string, Uint8Array][] => (read[i] ? [[oid, read[i]]] : [])))
    const lines = await offload(readLinesTask, { blobs: bytes, wanted: part })
    for (const [i, { at }] of part.entries()) texts[at] = lines[i] ?? null
  }
  let part: (Wanted & { at: number })[] = []
  let size = 0
  const inOrder = [...watched.entries()].toSorted(([, a], [, b]) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
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

/** Lines of one of these blobs, counted from 1. */
type Wanted = { oid: string; start: number; end: number }
type ReadLines = { blobs: ReadonlyMap<string, Uint8Array>; wanted: readonly Wanted[] }

/** The text of these lines; null where the blob is missing, is not text or has no such lines. */
export const readLinesTask: Task<ReadLines, (string | null)[]> = {
  name: 'read-lines',
  deadlineMs: 12_000,
  run({ blobs, wanted }) {
    const textOf = blobTexts(blobs)
    return wanted.map(({ oid, start, end }) => {
      const text = textOf(oid)
      return text === null ? null : (quoteOf(text, 1, start, end)?.text ?? null)
    })
  },
}

const BATCH_BYTES = 12 * 1024 * 1024
/** For all files of one sync. A repository with thousands of files that are slow to parse must not hold its sync. */
const TOTAL_MS = 30_000

/** Which symbols have another text in the new commit, or are gone with their file. One whose file cannot be parsed in time stays watched. */
async function changesOfSymbols({ mirror, offload }: Reading, watched: readonly SymbolWatch[]): Promise<FoundChange[]> {
  const byName = Map.groupBy(watched, ({ name }) => name)
  const blobs = await mirror.findBlobs([...byName.keys()])
  const files = [...byName.values()].map((own, i) => ({ own, blob: blobs[i] ?? null }))
  const changes = files.flatMap(({ own, blob }) => (blob ? [] : own.flatMap((each) => changeTo(each, null))))
  const present = files.flatMap(({ own, blob }) => (blob ? [{ own, ...blob }] : []))
  const until = performance.now() + TOTAL_MS
  for (const batch of batchBySize(present, ({ size }) => size, BATCH_BYTES)) {
    if (performance.now() > until) break
    const oids = [...new Set(batch.map(({ oid }) => oid))]
    const read = await mirror.blobs(oids, MAX_CONTENT_BYTES)
    for (const { own, oid } of batch) {
      const text = read[oids.indexOf(oid)]
      if (text && performance.now() <= until) changes.push(...(await changesInFile(offload, text, own)))
    }
  }
  return changes
}

async function changesInFile(offload: Offload, text: Uint8Array, own: readonly SymbolWatch[]): Promise<FoundChange[]> {
  const wanted = own.map(({ symbol, text: before, lines }) => ({
    watched: { symbol, text: before },
    lines: lines ? linesIn([[lines.start, lines.end]]) : [],
  }))
  const found = await findSymbols(offload, { text, language: { path: own[0]?.path ?? '' } }, wanted)
  return found ? own.flatMap((each, i) => changeTo(each, found[i]?.text ?? null)) : []
}
