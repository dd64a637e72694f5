import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#base/keys-of.ts'
import { likePattern } from '#base/like.ts'
import type { NoteId, UserId } from '#base/ids.ts'
import type { StateOf } from '#base/search-query/vocabulary.ts'
import { hasTag } from '#platform/db/tags.ts'
import type { Needle, NoteSearch } from '../note-search.ts'

/** The unchecked task lines of `base/checkboxes.ts`, whether in fenced code or not. `strpos` first: it is many times cheaper. */
export const HAS_OPEN_TASK = sql`strpos(n.content, '[ ]') > 0 and n.content ~ ${'(^|[\r\n])[ \t]*[-*+][ \t]+\\[ \\]'}`
/** True for every note with fenced code. */
export const MAY_HAVE_FENCE = sql`(strpos(n.content, '\`\`\`') > 0 or strpos(n.content, '~~~') > 0)`

/** For notes with an open task: that not all of them are inside fenced code. */
export function hasOpenTaskOutsideFences(openBesideFences: readonly NoteId[]): RawBuilder<unknown> {
  return sql`(not ${MAY_HAVE_FENCE} or n.id = any(${openBesideFences}::uuid[]))`
}

/** Whether the title has every word that is looked for. */
export function wordsInTitle({ holds }: NoteSearch): RawBuilder<unknown> {
  if (holds.length === 0) return sql`false`
  return sql`(${sql.join(
    holds.map((needle) => matches(needle).inTitle),
    sql` and `,
  )})`
}

/** What `is:` asks of a note. */
const STATE_CONDITIONS = {
  task: (_userId, { openBesideFences }) => sql`${HAS_OPEN_TASK} and ${hasOpenTaskOutsideFences(openBesideFences)}`,
  due: (userId, { now }) => isDue(userId, now),
  untagged: () => sql`cardinality(n.tags) = 0`,
  trash: () => sql`n.deleted_at is not null`,
} satisfies Record<StateOf<'notes'>, (userId: UserId, search: NoteSearch) => RawBuilder<unknown>>

/** Conditions on a note `n`. */
export function searchConditions(userId: UserId, search: NoteSearch): RawBuilder<unknown>[] {
  const { holds, lacks, requires, repos, tags, since, until, states, color, ids } = search
  return [
    ...(states.includes('trash') ? [] : [sql`n.deleted_at is null`]),
    ...keysOf(STATE_CONDITIONS).flatMap((state) =>
      states.includes(state) ? [STATE_CONDITIONS[state](userId, search)] : [],
    ),
    ...(color === null ? [] : [sql`n.color = ${color}`]),
    ...holds.map((needle) => matches(needle).anywhere),
    ...lacks.map((needle) => sql`not ${matches(needle).anywhere}`),
    ...requires.map(
      (clause) =>
        sql`(${sql.join(
          clause.map(
            (text) => sql`n.search_title like ${likePattern(text)} or n.search_body like ${likePattern(text)}`,
          ),
          sql` or `,
        )})`,
    ),
    ...(repos.any.length > 0 ? [sql`n.repo_name = any(${repos.any}::text[])`] : []),
    ...(repos.none.length > 0 ? [sql`(n.repo_name is null or n.repo_name <> all(${repos.none}::text[]))`] : []),
    ...tags.any.map((tag) => hasTag(sql`n.tags`, tag)),
    ...tags.none.map((tag) => sql`not ${hasTag(sql`n.tags`, tag)}`),
    ...(since ? [sql`n.updated_at >= ${since}`] : []),
    ...(until ? [sql`n.updated_at < ${until}`] : []),
    ...(ids ? [sql`n.id = any(${ids}::uuid[])`] : []),
  ]
}

function isDue(userId: UserId, by: Date): RawBuilder<unknown> {
  return sql`exists (
    select from reminders r where r.user_id = ${userId} and r.note_id = n.id and r.status = 'pending' and r.remind_at <= ${by})`
}

function matches(needle: Needle): { inTitle: RawBuilder<boolean>; anywhere: RawBuilder<boolean> } {
  const inTitle = found(sql`n.search_title`, needle.title, sql`n.title`, needle.marked?.title)
  const inBody = found(sql`n.search_body`, needle.body, sql`n.content`, needle.marked?.body)
  return { inTitle, anywhere: sql<boolean>`(${inTitle} or ${inBody})` }
}

/** Matches the folded column, with LIKE because that can use the index; a needle with niqqud must also match the original text. */
function found(
  column: RawBuilder<unknown>,
  needle: string,
  text: RawBuilder<unknown>,
  marked: string | undefined,
): RawBuilder<boolean> {
  const plain = sql<boolean>`${column} like ${likePattern(needle)}`
  return marked === undefined
    ? plain
    : sql<boolean>`(${plain} and strpos(lower(normalize(${text}, NFC)), ${marked}) > 0)`
}
