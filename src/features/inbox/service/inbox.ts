import type { NoteId } from '#base/ids.ts'
import { patternError } from '#base/search-query/pattern-error.ts'
import type { QueryError } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { readQuery } from '#features/files/public.ts'
import { type AnchorLocation, currentLines } from '#features/following/public.ts'
import {
  encodeInboxCursor,
  getNote,
  type InboxCursor,
  type InboxNote,
  listInbox,
  listNoteSources,
  noteUrl,
  readNoteSearch,
  textOf,
} from '#features/notes/public.ts'
import { locateNotes } from '#features/repos/public.ts'
import { filterOf, type InboxQuery, NO_FILTER } from '../address.ts'
import { parseNotesQuery, textsToMark } from '../query.ts'
import {
  type InboxPageData,
  INBOX_EXAMINED_NOTES,
  INBOX_EXAMINED_TEXTS,
  INBOX_PAGE_NOTES,
  INBOX_SOURCES,
  type Listing,
  type PlaceState,
  type ShownNote,
} from '../shown-note.ts'
import { parseBodies } from './bodies.ts'

export type OpenedInbox = { kind: 'page'; data: InboxPageData } | { kind: 'error'; error: QueryError }

/** One page of /notes, or what is wrong with the query. */
export async function openInbox(ctx: UserCtx, query: InboxQuery, cursor: InboxCursor | null): Promise<OpenedInbox> {
  const read = await readSearch(ctx, query.q)
  if ('error' in read) return { kind: 'error', error: read.error }
  const filter = filterOf(query, read.search)
  const isComputed = filter.show === 'movable'
  const [listing, sources] = await Promise.all([
    isComputed ? examine(ctx, query, filter, cursor) : list(ctx, query, filter, cursor),
    // One more than are displayed, to know whether there are more.
    listNoteSources(ctx, INBOX_SOURCES + 1),
  ])
  return { kind: 'page', data: { ...listing, sources, unchecked: read.unchecked } }
}

type ReadSearch = { search: Filter['search']; unchecked: number | null } | { error: QueryError }

async function readSearch(ctx: UserCtx, q: string): Promise<ReadSearch> {
  const parsed = parseNotesQuery(q)
  if (parsed.kind === 'none') return { search: null, unchecked: 0 }
  if (parsed.kind === 'error') return { error: parsed.error }
  const read = await readQuery(ctx, parsed.query)
  if (read.kind === 'invalid') return { error: patternError(parsed.query, read) }
  return readNoteSearch(ctx, parsed.query, read.search)
}

type Filter = Parameters<typeof listInbox>[1]

async function list(ctx: UserCtx, query: InboxQuery, filter: Filter, cursor: InboxCursor | null): Promise<Listing> {
  const { notes, total, left } = await listInbox(ctx, filter, cursor, INBOX_PAGE_NOTES)
  const located = withLocations(notes, await locate(ctx, notes))
  return {
    notes: await withBodies(ctx, located, query.q),
    total,
    examined: null,
    next: nextAfter(notes, left > notes.length),
  }
}

/**
 * The state of a note is computed by following its lines and is not stored. So a request follows the notes of a bounded number of
 * texts, newest first, lists those in the wanted state, and the next page continues after the last one that was followed.
 */
async function examine(ctx: UserCtx, query: InboxQuery, filter: Filter, cursor: InboxCursor | null): Promise<Listing> {
  const { notes, total, left } = await listInbox(ctx, filter, cursor, INBOX_EXAMINED_NOTES)
  const examined = ofFewTexts(notes)
  const located = withLocations(examined, await locate(ctx, examined))
  const hits = located.filter(({ state }) => state === query.show)
  return {
    notes: await withBodies(ctx, hits, query.q),
    total: null,
    examined: {
      checked: total - left + examined.length,
      candidates: total,
      unknown: located.filter(({ state }) => state === 'unknown').length,
    },
    next: nextAfter(examined, left > examined.length),
  }
}

/** The newest notes whose text may have changed, with their current lines. `hasMore`: others were not examined in this time. */
export async function examineNewest(
  ctx: UserCtx,
  most: number,
  timeUp: AbortSignal,
): Promise<{ located: Located[]; hasMore: boolean }> {
  const { notes, total } = await listInbox(ctx, filterOf({ ...NO_FILTER, show: 'changed' }, null), null, most)
  const located: Located[] = []
  for (const ofText of Map.groupBy(notes, ({ note }) => textOf(note)).values())
    if (!timeUp.aborted) located.push(...withLocations(ofText, await locate(ctx, ofText)))
  return { located, hasMore: total > located.length }
}

function nextAfter(notes: readonly InboxNote[], hasMore: boolean): string | null {
  const last = notes.at(-1)
  return last && hasMore ? encodeInboxCursor(last) : null
}

/** The first notes, up to the one on a text too many. */
function ofFewTexts(notes: readonly InboxNote[]): InboxNote[] {
  const texts = new Set<string>()
  const end = notes.findIndex(({ note }) => texts.add(textOf(note)).size > INBOX_EXAMINED_TEXTS)
  return notes.slice(0, end === -1 ? notes.length : end)
}

async function locate(ctx: UserCtx, notes: readonly InboxNote[]): Promise<Map<NoteId, AnchorLocation>> {
  return locateNotes(
    ctx,
    notes.map(({ note }) => note.id),
  )
}

type Located = Omit<ShownNote, 'body'>

function withLocations(notes: readonly InboxNote[], locations: ReadonlyMap<NoteId, AnchorLocation>): Located[] {
  return notes.map((each) => {
    const location = locations.get(each.note.id)
    const isFileGone = location?.state === 'lost' && location.isFileGone === true
    return { ...each, note: onLines(each.note, location), state: stateOf(location), isFileGone }
  })
}

/** The note on its current lines; without lines when they are gone, and on its stored ones when it was not followed. */
function onLines(note: InboxNote['note'], location: AnchorLocation | undefined): InboxNote['note'] {
  const lines = currentLines(location)
  return lines === undefined ? note : { ...note, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }
}

/** The address of a note on its current lines. */
export async function getCurrentUrl(ctx: UserCtx, id: NoteId): Promise<string> {
  const note = await getNote(ctx, id)
  return noteUrl(onLines(note, (await locateNotes(ctx, [id])).get(id)))
}

function stateOf(location: AnchorLocation | undefined): PlaceState {
  const state = location?.state ?? 'anchored'
  return state === 'changed' || state === 'lost' || state === 'unknown' ? state : 'here'
}

async function withBodies(ctx: UserCtx, notes: readonly Located[], q: string): Promise<ShownNote[]> {
  const bodies = await parseBodies(
    ctx,
    notes.map(({ note }) => note.content),
    textsToMark(q),
  )
  return notes.flatMap((each, i) => (bodies[i] ? [{ ...each, body: bodies[i] }] : []))
}
