import { linesIn } from 'codeshelf-follow'
import { batchBySize } from '#base/by-size.ts'
import type { NoteId } from '#base/ids.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Offload } from '#platform/threads.ts'
import { changeTo, findSymbols, type FoundChange, type WatchedSymbol } from '#features/notes/public.ts'
import { MAX_TEXT_BYTES } from '../repo.ts'

/** A watch of a symbol, the file that its note is in now, and the lines of the note; null when they are lost. */
export type SymbolWatch = {
  id: NoteId
  at: Date
  text: string
  symbol: WatchedSymbol
  /** As git names it: `<commit>:<path>`. */
  name: string
  path: string
  lines: { start: number; end: number } | null
}

const BATCH_BYTES = 12 * 1024 * 1024
/** For all files of one sync. A repository with thousands of files that are slow to parse must not hold its sync. */
const TOTAL_MS = 30_000

/** Which symbols have another text in the new commit, or are gone with their file. One whose file cannot be parsed in time stays watched. */
export async function changesOfSymbols(
  { mirror, offload }: { mirror: LocalMirror; offload: Offload },
  watched: readonly SymbolWatch[],
): Promise<FoundChange[]> {
  const byName = Map.groupBy(watched, ({ name }) => name)
  const blobs = await mirror.findBlobs([...byName.keys()])
  const files = [...byName.values()].map((own, i) => ({ own, blob: blobs[i] ?? null }))
  const changes = files.flatMap(({ own, blob }) => (blob ? [] : own.flatMap((each) => changeTo(each, null))))
  const present = files.flatMap(({ own, blob }) => (blob ? [{ own, ...blob }] : []))
  const until = performance.now() + TOTAL_MS
  for (const batch of batchBySize(present, ({ size }) => size, BATCH_BYTES)) {
    if (performance.now() > until) break
    const oids = [...new Set(batch.map(({ oid }) => oid))]
    const read = await mirror.blobs(oids, MAX_TEXT_BYTES)
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
