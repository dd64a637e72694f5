import { isSameCode, linesIn } from 'codeshelf-follow'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { AnchorLocation } from '../anchor/location.ts'
import { quoteOf } from '../anchor/quote.ts'
import * as store from '../store/watches.ts'
import { cutToLimit } from '../watch.ts'
import { locateInFile } from './locate-in-file.ts'
import { findSymbols } from './watched-symbols.ts'

export {
  armWatch,
  disarmWatch,
  type FoundChange,
  isFileWatched,
  listChanges,
  type StoredChange,
} from '../store/watches.ts'

/** The newest version of a file. */
type Newest = { version: number; content: string; language: string }

/** The watches on the newest version of a file: which of them found another text. */
export async function findChangesInFile(ctx: ReaderCtx, fileId: FileId, newest: Newest): Promise<store.FoundChange[]> {
  const watching = await store.listWatchingFile(ctx.db, ctx.user.id, fileId)
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

type LocatedWatch = store.WatchingNote & { location: AnchorLocation }

function changeOfLines({ note: { id }, at, text, location }: LocatedWatch, newest: Newest): store.FoundChange[] {
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
): Promise<store.FoundChange[]> {
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

/** What a watch found, given the text now; none when it is the same. */
export function changeTo(
  { id, at, text }: Pick<store.FoundChange, 'id' | 'at'> & { text: string },
  after: string | null,
): store.FoundChange[] {
  return after !== null && isSameCode(text, after) ? [] : [{ id, at, after: after && cutToLimit(after) }]
}

/** The watches of a repository that are on, by the path of their file. */
export async function listWatchingRepo(db: Db, userId: UserId, repoName: string) {
  return store.listWatchingRepo(db, userId, repoName)
}

/** Call it in the transaction that records where the code is now. Returns the notes that fired, for which the caller sets a reminder. */
export async function fireWatches(
  trx: Db,
  userId: UserId,
  changes: readonly store.FoundChange[],
  now: Date,
): Promise<NoteId[]> {
  return changes.length === 0 ? [] : store.fireWatches(trx, userId, changes, now)
}
