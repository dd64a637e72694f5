import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { Id, UserId } from '#base/ids.ts'
import type { UserCtx } from './ctx.ts'
import type { Db } from './db/pool.ts'
import type { Resource } from './events/event.ts'

/** Everything an admin can do that changes something for others. A new one needs its words on /admin/acts. */
export const ACTS = [
  'role_changed',
  'sessions_ended',
  'announcement_written',
  'announcement_activated',
  'announcement_ended',
  'job_requested',
  'quickfix_tracked',
] as const
export type Act = (typeof ACTS)[number]

/** Plain facts: what it was, what it became, how many. No names and no texts of people. */
export type ActDetail = Readonly<Record<string, string | number | boolean>>

type Actor = Pick<UserCtx, 'user' | 'now' | 'newId'>

/** Called with the transaction of the act itself: what is recorded happened, and what happened is recorded. */
export async function recordAct(
  trx: Db,
  { user, now, newId }: Actor,
  act: Act,
  target: Resource,
  detail: ActDetail = {},
): Promise<void> {
  await sql`
    insert into admin_acts (id, at, actor_id, act, target_type, target_id, detail)
    values (${newId<'act'>()}, ${now}, ${user.id}, ${act}, ${target.type}, ${target.id}, ${JSON.stringify(detail)}::jsonb)
  `.execute(trx)
}

export type ActRecord = {
  id: Id<'act'>
  at: Date
  actorId: UserId
  act: string
  target: Resource
  detail: ActDetail
}

/** The newest first. */
export async function listActs(db: Db, before: Cursor<'act'> | null, limit: number): Promise<ActRecord[]> {
  const { rows } = await sql<ActRecord>`
    select id, at, actor_id as "actorId", act, jsonb_build_object('type', target_type, 'id', target_id) as target, detail
    from admin_acts
    where ${before === null ? sql`true` : sql`(at, id) < (${before.at}, ${before.id})`}
    order by at desc, id desc limit ${limit}
  `.execute(db)
  return rows
}
