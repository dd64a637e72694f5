import type { Query } from '#base/search-query/query.ts'
import { type Clause, textTermsOf } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { checkTextsTask } from '#platform/patterns/tasks.ts'
import { isDeadlineOrBusy } from '#platform/threads.ts'
import { needleOf } from '../search.ts'
import type { NoteSearch } from '../note-search.ts'
import { findMatching, type FoundNote } from '../store/find.ts'
import { openBesideFences } from './inbox.ts'

/** `unchecked`: so many of the newest notes could not be compared with the patterns in time. */
export type FoundNotes = { notes: FoundNote[]; hasMore: boolean; unchecked: number }

/** The time for the patterns of a query. */
const CHECK_MS = 150
/** With patterns, so many of the notes that hold their required texts are compared, the newest first. */
const MOST_CHECKED = 1_000

/** What was read of the query. `requires`: the texts that its patterns cannot match without. `since` and `until`: the borders that `after:` and `before:` mean. */
type Read = {
  text: { requires: readonly Clause[] } | null
  filter: { since: Date | null; until: Date | null } | null
}

export async function findNotesFor(ctx: UserCtx, query: Query, read: Read, limit: number): Promise<FoundNotes> {
  const { checks, isCaseSensitive } = textTermsOf(query)
  const search = await noteSearchOf(ctx, query, read)
  if (checks.length === 0) {
    const found = await findMatching(ctx.db, ctx.user.id, search, limit + 1)
    return { notes: found.slice(0, limit), hasMore: found.length > limit, unchecked: 0 }
  }
  const { hits, unchecked, hasMore } = await findChecked(ctx, search, { checks, isCaseSensitive })
  return { notes: hits.slice(0, limit), hasMore: hits.length > limit || hasMore, unchecked }
}

/**
 * What a query asks of a list of notes. Patterns are compared first and leave the ids that match, so that the list can be paged and
 * counted. `unchecked`: so many notes could not be compared; null when their number is not known.
 */
export async function readNoteSearch(
  ctx: UserCtx,
  query: Query,
  read: Read,
): Promise<{ search: NoteSearch; unchecked: number | null }> {
  const { checks, isCaseSensitive } = textTermsOf(query)
  const search = await noteSearchOf(ctx, query, read)
  if (checks.length === 0) return { search, unchecked: 0 }
  const { hits, unchecked, hasMore } = await findChecked(ctx, search, { checks, isCaseSensitive })
  return { search: { ...search, ids: hits.map(({ note }) => note.id) }, unchecked: hasMore ? null : unchecked }
}

async function noteSearchOf(ctx: UserCtx, query: Query, { text, filter }: Read): Promise<NoteSearch> {
  const { states, isCaseSensitive } = query
  return {
    requires: text?.requires ?? [],
    since: filter?.since ?? null,
    until: filter?.until ?? null,
    // As they are written, because niqqud counts in a word that has some.
    holds: literals(query, false).map(needleOf),
    lacks: isCaseSensitive ? [] : literals(query, true).map(needleOf),
    repos: reposOf(query),
    isInTrash: states.includes('trash'),
    dueBy: states.includes('due') ? ctx.now : null,
    tasks: states.includes('task') ? { openBesideFences: await openBesideFences(ctx) } : null,
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

function reposOf({ filters }: Query): NoteSearch['repos'] {
  const repos = filters.filter(({ key }) => key === 'repo')
  const pick = (isExcluded: boolean) => repos.flatMap((repo) => (repo.isExcluded === isExcluded ? [repo.value] : []))
  return { any: pick(false), none: pick(true) }
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
  try {
    return await ctx.offload(checkTextsTask, { checks, isCaseSensitive, texts, limitMs: CHECK_MS })
  } catch (error) {
    if (isDeadlineOrBusy(error)) return []
    throw error
  }
}
