import { chosenBy, type Query } from '#base/search-query/query.ts'
import { textTermsOf } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { checkTexts } from '#platform/patterns/tasks.ts'
import type { ReadQuery } from '#features/files/public.ts'
import type { ColorId } from '../color-ids.ts'
import { type Hit, type Needle, needleOf, type NoteSearch } from '../note-search.ts'
import { findMatching, type FoundNote } from '../store/find.ts'
import { openBesideFences } from './inbox.ts'

/** `unchecked`: so many of the newest notes could not be compared with the patterns in time. */
export type FoundNotes = { notes: FoundNote[]; hasMore: boolean; unchecked: number }

/** The time for the patterns of a query. */
const CHECK_MS = 150
/** With patterns, so many of the notes that hold their required texts are compared, the newest first. */
const MOST_CHECKED = 1_000

export async function findNotesFor(ctx: UserCtx, query: Query, read: ReadQuery, limit: number): Promise<FoundNotes> {
  const { checks, isCaseSensitive } = textTermsOf(query)
  const search = await noteSearchOf(ctx, query, read)
  if (checks.length === 0) {
    const found = await findMatching(ctx.db, ctx.user.id, search, limit + 1)
    return { notes: found.slice(0, limit), hasMore: found.length > limit, unchecked: 0 }
  }
  const { hits, unchecked, hasMore } = await findChecked(ctx, search, { checks, isCaseSensitive })
  return { notes: hits.slice(0, limit), hasMore: hits.length > limit || hasMore, unchecked }
}

/** Searches for a text as it stands, for the API and the agent tools. */
export async function searchNotes(
  ctx: UserCtx,
  text: string,
  color: ColorId | null,
  limit: number,
): Promise<{ hits: Hit[]; truncated: boolean }> {
  const found = await findLiteral(ctx, [needleOf(text)], color, limit + 1)
  return { hits: found.slice(0, limit), truncated: found.length > limit }
}

export async function listRecentNotes(ctx: UserCtx, color: ColorId | null, limit: number): Promise<Hit[]> {
  return findLiteral(ctx, [], color, limit)
}

const NOT_CHOSEN = { any: [], none: [] }

async function findLiteral(ctx: UserCtx, holds: readonly Needle[], color: ColorId | null, limit: number) {
  const everything = {
    lacks: [],
    requires: [],
    repos: NOT_CHOSEN,
    tags: NOT_CHOSEN,
    since: null,
    until: null,
    states: [],
  }
  const search = { ...everything, holds, color, now: ctx.now, openBesideFences: [], ids: null }
  return findMatching(ctx.db, ctx.user.id, search, limit)
}

/**
 * What a query asks of a list of notes. Patterns are compared first and leave the ids that match, so that the list can be paged and
 * counted. `unchecked`: so many notes could not be compared; null when their number is not known.
 */
export async function readNoteSearch(
  ctx: UserCtx,
  query: Query,
  read: ReadQuery,
): Promise<{ search: NoteSearch; unchecked: number | null }> {
  const { checks, isCaseSensitive } = textTermsOf(query)
  const search = await noteSearchOf(ctx, query, read)
  if (checks.length === 0) return { search, unchecked: 0 }
  const { hits, unchecked, hasMore } = await findChecked(ctx, search, { checks, isCaseSensitive })
  return { search: { ...search, ids: hits.map(({ note }) => note.id) }, unchecked: hasMore ? null : unchecked }
}

async function noteSearchOf(ctx: UserCtx, query: Query, { text, filter }: ReadQuery): Promise<NoteSearch> {
  const { states, isCaseSensitive } = query
  return {
    requires: text?.requires ?? [],
    since: filter?.since ?? null,
    until: filter?.until ?? null,
    // As they are written, because niqqud counts in a word that has some.
    holds: literals(query, false).map(needleOf),
    lacks: isCaseSensitive ? [] : literals(query, true).map(needleOf),
    repos: chosenBy(query, 'repo'),
    tags: chosenBy(query, 'tag'),
    color: null,
    states,
    now: ctx.now,
    openBesideFences: states.includes('task') ? await openBesideFences(ctx) : [],
    ids: null,
  }
}

async function findChecked(ctx: UserCtx, search: NoteSearch, checks: Checks) {
  const found = await findMatching(ctx.db, ctx.user.id, search, MOST_CHECKED + 1)
  const candidates = found.slice(0, MOST_CHECKED)
  const passed = await check(ctx, candidates, checks)
  return {
    hits: candidates.filter((_note, i) => passed[i]),
    unchecked: candidates.length - passed.length,
    hasMore: found.length > candidates.length,
  }
}

function literals({ terms }: Query, isExcluded: boolean): string[] {
  return terms.flatMap((term) =>
    (term.kind === 'word' || term.kind === 'phrase') && term.isExcluded === isExcluded ? [term.text] : [],
  )
}

type Checks = Pick<ReturnType<typeof textTermsOf>, 'checks' | 'isCaseSensitive'>

async function check(
  ctx: UserCtx,
  notes: readonly FoundNote[],
  { checks, isCaseSensitive }: Checks,
): Promise<boolean[]> {
  const texts = notes.map(({ note, searched }) =>
    isCaseSensitive ? [note.title, note.content] : [searched.title, searched.body],
  )
  return checkTexts(ctx, { checks, isCaseSensitive, texts, limitMs: CHECK_MS })
}
