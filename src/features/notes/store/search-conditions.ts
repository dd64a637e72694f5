import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '#base/like.ts'
import type { NoteId, UserId } from '#base/ids.ts'
import type { NoteSearch } from '../note-search.ts'
import { matches } from './search.ts'

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

/** Conditions on a note `n`. */
export function searchConditions(userId: UserId, search: NoteSearch): RawBuilder<unknown>[] {
  const { holds, lacks, requires, repos, since, until, isInTrash, dueBy, tasks, ids } = search
  return [
    isInTrash ? sql`n.deleted_at is not null` : sql`n.deleted_at is null`,
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
    ...(since ? [sql`n.updated_at >= ${since}`] : []),
    ...(until ? [sql`n.updated_at < ${until}`] : []),
    ...(tasks ? [HAS_OPEN_TASK, hasOpenTaskOutsideFences(tasks.openBesideFences)] : []),
    ...(dueBy ? [isDue(userId, dueBy)] : []),
    ...(ids ? [sql`n.id = any(${ids}::uuid[])`] : []),
  ]
}

function isDue(userId: UserId, by: Date): RawBuilder<unknown> {
  return sql`exists (
    select from reminders r where r.user_id = ${userId} and r.note_id = n.id and r.status = 'pending' and r.remind_at <= ${by})`
}
