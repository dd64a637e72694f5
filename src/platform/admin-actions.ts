import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { Id, UserId } from '#base/ids.ts'
import type { UserCtx } from './ctx.ts'
import type { Db } from './db/pool.ts'
import type { Resource } from './events/event.ts'

/** Every admin operation that changes something for other users. A new one needs its texts on /admin/acts. */
export const ADMIN_ACTIONS = [
  'role_changed',
  'sessions_ended',
  'announcement_written',
  'announcement_activated',
  'announcement_ended',
  'job_requested',
  'quickfix_tracked',
  'invitation_made',
  'invitation_revoked',
  'sign_in_link_made',
] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]

/** Values before and after, and counts. Names and texts of users do not belong here. */
export type AdminActionDetail = Readonly<Record<string, string | number | boolean>>

/** `user` is null for a command in the operator's shell. */
type Actor = Pick<UserCtx, 'now' | 'newId'> & { user: Pick<UserCtx['user'], 'id'> | null }

/** The actor of what the operator did in a shell; ids of users start at 1000. */
const OPERATOR_ID = '0'

/** Call it with the transaction of the operation itself, so that both commit or neither does. */
export async function recordAdminAction(
  trx: Db,
  { user, now, newId }: Actor,
  act: AdminAction,
  target: Resource,
  detail: AdminActionDetail = {},
): Promise<void> {
  await sql`
    insert into admin_acts (id, at, actor_id, act, target_type, target_id, detail)
    values (${newId<'act'>()}, ${now}, ${user?.id ?? OPERATOR_ID}, ${act}, ${target.type}, ${target.id}, ${JSON.stringify(detail)}::jsonb)
  `.execute(trx)
}

export type AdminAuditEntry = {
  id: Id<'act'>
  at: Date
  actorId: UserId
  act: string
  target: Resource
  detail: AdminActionDetail
}

/** Newest first. */
export async function listAdminAudit(db: Db, before: Cursor<'act'> | null, limit: number): Promise<AdminAuditEntry[]> {
  const { rows } = await sql<AdminAuditEntry>`
    select id, at, actor_id as "actorId", act, jsonb_build_object('type', target_type, 'id', target_id) as target, detail
    from admin_acts
    where ${before === null ? sql`true` : sql`(at, id) < (${before.at}, ${before.id})`}
    order by at desc, id desc limit ${limit}
  `.execute(db)
  return rows
}
