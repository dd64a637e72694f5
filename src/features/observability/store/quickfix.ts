import { sql } from 'kysely'
import type { Id, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { AlertId } from '../alert.ts'

export type QuickfixUse = { alertId: AlertId; actionId: string; usedAt: Date }

export async function insertUse(db: Db, id: Id<'quickfix'>, userId: UserId, use: QuickfixUse): Promise<void> {
  await db
    .insertInto('quickfix_uses')
    .values({ id, user_id: userId, alert_id: use.alertId, action_id: use.actionId, used_at: use.usedAt })
    .execute()
}

/** The quick fixes used on these alerts, the latest first. */
export async function listUses(db: Db, alertIds: readonly AlertId[]): Promise<QuickfixUse[]> {
  const { rows } = await sql<QuickfixUse>`
    select u.alert_id as "alertId", u.action_id as "actionId", u.used_at as "usedAt" from quickfix_uses u
    where u.alert_id = any(${alertIds}::uuid[]) order by u.used_at desc, u.id desc
  `.execute(db)
  return rows
}
