import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  type AnchorLocation,
  encodeInboxCursor,
  type InboxCursor,
  type InboxNote,
  listInbox,
  listNoteSources,
  textOf,
} from '#features/notes/public.ts'
import { locateAnchors } from '#features/repo-notes/public.ts'
import { filterOf, type InboxQuery } from '../address.ts'
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

/** One page of /notes. */
export async function openInbox(ctx: UserCtx, query: InboxQuery, cursor: InboxCursor | null): Promise<InboxPageData> {
  const isComputed = query.show === 'changed' || query.show === 'lost'
  const [listing, sources] = await Promise.all([
    isComputed ? examine(ctx, query, cursor) : list(ctx, query, cursor),
    // One more than are displayed, to know whether there are more.
    listNoteSources(ctx, INBOX_SOURCES + 1),
  ])
  return { ...listing, sources }
}

async function list(ctx: UserCtx, query: InboxQuery, cursor: InboxCursor | null): Promise<Listing> {
  const { notes, total, left } = await listInbox(ctx, filterOf(query), cursor, INBOX_PAGE_NOTES)
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
async function examine(ctx: UserCtx, query: InboxQuery, cursor: InboxCursor | null): Promise<Listing> {
  const { notes, total, left } = await listInbox(ctx, filterOf(query), cursor, INBOX_EXAMINED_NOTES)
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
  return locateAnchors(
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
  if (!location || location.state === 'unknown') return note
  const lines = 'lines' in location ? location.lines : null
  return { ...note, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }
}

function stateOf(location: AnchorLocation | undefined): PlaceState {
  const state = location?.state ?? 'anchored'
  return state === 'changed' || state === 'lost' || state === 'unknown' ? state : 'here'
}

async function withBodies(ctx: UserCtx, notes: readonly Located[], q: string): Promise<ShownNote[]> {
  const query = q.trim() === '' ? '' : q
  const bodies = await parseBodies(
    ctx,
    notes.map(({ note }) => note.content),
    query,
  )
  return notes.flatMap((each, i) => (bodies[i] ? [{ ...each, body: bodies[i] }] : []))
}
