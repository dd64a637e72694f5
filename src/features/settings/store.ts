import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { KeyMap } from '#base/shortcuts.ts'
import type { Db } from '#platform/db/pool.ts'
import { type EditorChoice, type Preferences, DEFAULT_PREFERENCES } from './preferences.ts'

export type PersonalRow = {
  hasSeenWelcome: boolean
  deleteAt: Date | null
  timeZone: string | null
  wraps: boolean | null
  indent: number | null
  textSize: number | null
  shortcuts: Record<string, string> | null
  agentInstructions: string | null
}

/** All preferences that a page needs, in one query. */
export async function readPersonal(db: Db, userId: UserId): Promise<PersonalRow | null> {
  const { rows } = await sql<PersonalRow>`
    select u.has_seen_welcome_modal as "hasSeenWelcome", d.delete_at as "deleteAt", p.time_zone as "timeZone",
      p.editor_wraps as wraps, p.editor_indent as indent, p.editor_text_size as "textSize", p.shortcuts,
      p.agent_instructions as "agentInstructions"
    from users u
    left join preferences p on p.user_id = ${userId}
    left join account_deletions d on d.user_id = ${userId}
    where u.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

/** Updates the given fields only. */
export async function savePreferences(
  db: Db,
  userId: UserId,
  { timeZone, editor, agentInstructions }: Partial<Omit<Preferences, 'shortcuts'>>,
): Promise<void> {
  await makeRow(db, userId)
  await db
    .updateTable('preferences')
    .set({
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(editor && editorColumns(editor)),
      ...(agentInstructions !== undefined && { agent_instructions: agentInstructions }),
    })
    .where('user_id', '=', userId)
    .execute()
}

export async function saveShortcuts(db: Db, userId: UserId, shortcuts: KeyMap): Promise<void> {
  await makeRow(db, userId)
  await sql`
    update preferences set shortcuts = ${JSON.stringify(shortcuts)}::jsonb where user_id = ${userId}
  `.execute(db)
}

/** Inserts the defaults unless there is a row already. */
async function makeRow(db: Db, userId: UserId): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ user_id: userId, ...editorColumns(DEFAULT_PREFERENCES.editor) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

function editorColumns({ wraps, indent, textSize }: EditorChoice) {
  return { editor_wraps: wraps, editor_indent: indent, editor_text_size: textSize }
}

/** A second request keeps the first deadline, which the user was promised. */
export async function scheduleDeletion(db: Db, userId: UserId, askedAt: Date, deleteAt: Date): Promise<void> {
  await db
    .insertInto('account_deletions')
    .values({ user_id: userId, asked_at: askedAt, delete_at: deleteAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** False when the deadline has passed, after which it cannot be cancelled. */
export async function cancelDeletion(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from account_deletions where user_id = ${userId} and delete_at > ${now} returning user_id
  `.execute(db)
  return rows.length === 1
}

/** The users of this node whose deletion is due. */
export async function findDue(db: Db, now: Date, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`/* worker */
    select d.user_id as "userId" from account_deletions d where d.delete_at <= ${now} order by d.delete_at limit ${limit}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Removes the deletion mark, the last row of the user. */
export async function deleteDeletionMark(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('account_deletions').where('user_id', '=', userId).execute()
}
