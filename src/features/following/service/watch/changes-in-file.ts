import { linesIn } from 'codeshelf-follow'
import type { FileId } from '#base/ids.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import { quoteOf } from '../../anchored-note.ts'
import type { AnchorLocation } from '../../location.ts'
import { changeTo, type FoundChange, type WatchingNote } from '../../watch.ts'
import { locateInFile } from '../places/in-file.ts'
import { findSymbols } from './find-symbols.ts'

/** The newest version of a file. */
type Newest = { version: number; content: string; language: string }

/** The watches on the newest version of a file: which of them found another text. */
export async function findChangesInFile(
  ctx: ReaderCtx,
  fileId: FileId,
  watching: readonly WatchingNote[],
  newest: Newest,
): Promise<FoundChange[]> {
  const locations = await locateInFile(
    ctx,
    fileId,
    watching.map(({ note }) => note),
  )
  // The task missed its deadline for those that are missing: the next version is checked again.
  const located = watching.flatMap((each) => {
    const location = locations.get(each.note.id)
    return location && location.state !== 'unknown' ? [{ ...each, location }] : []
  })
  const inLines = located.flatMap((each) => (each.symbol ? [] : changeOfLines(each, newest)))
  return [...inLines, ...(await changesOfSymbols(ctx, located, newest))]
}

type LocatedWatch = WatchingNote & { location: AnchorLocation }

function changeOfLines({ note: { id }, at, text, location }: LocatedWatch, newest: Newest): FoundChange[] {
  const lines = 'lines' in location ? location.lines : null
  return changeTo(
    { id, at, text },
    lines && (quoteOf(newest.content, newest.version, lines.start, lines.end)?.text ?? null),
  )
}

/** None when the text could not be parsed in time: the next version is checked again. */
async function changesOfSymbols(
  { offload }: ReaderCtx,
  located: readonly LocatedWatch[],
  { content, language }: Newest,
): Promise<FoundChange[]> {
  const watched = located.flatMap(({ note: { id }, at, text, symbol, location }) => {
    const lines = 'lines' in location ? linesIn([[location.lines.start, location.lines.end]]) : []
    return symbol ? [{ id, at, text, wanted: { watched: { symbol, text }, lines } }] : []
  })
  const found = await findSymbols(
    offload,
    { text: content, language: { name: language } },
    watched.map(({ wanted }) => wanted),
  )
  return watched.flatMap(({ id, at, text }, i) => (found ? changeTo({ id, at, text }, found[i]?.text ?? null) : []))
}
