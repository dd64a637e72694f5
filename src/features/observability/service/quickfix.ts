import { recordAdminAction } from '#platform/admin-actions.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Alert, AlertId } from '../alert.ts'
import { alertNotFound } from '../problems.ts'
import { quickFixes } from '../quick-fixes.ts'
import { findAlert } from '../store/alerts.ts'
import { insertUse } from '../store/quickfix.ts'

/** Records that an admin used a quick fix. */
export async function trackQuickfix(ctx: UserCtx, alertId: AlertId, actionId: string): Promise<void> {
  await remember(ctx, await alertOr404(ctx, alertId), actionId)
}

/** Records a quick fix chosen on the page and returns its URL; null when the alert does not offer it. */
export async function applyQuickfix(ctx: UserCtx, alertId: AlertId, actionId: string): Promise<string | null> {
  const alert = await alertOr404(ctx, alertId)
  const fix = quickFixes(alert).find(({ id }) => id === actionId)
  if (!fix) return null
  await remember(ctx, alert, fix.id)
  return fix.href
}

async function alertOr404(ctx: UserCtx, alertId: AlertId): Promise<Alert> {
  const alert = await findAlert(ctx.db, alertId)
  if (!alert) throw alertNotFound({ alert_id: alertId })
  return alert
}

async function remember(ctx: UserCtx, alert: Alert, actionId: string): Promise<void> {
  const use = { alertId: alert.id, actionId, usedAt: ctx.now }
  await ctx.db.transaction().execute(async (trx) => {
    await insertUse(trx, ctx.newId<'quickfix'>(), ctx.user.id, use)
    await recordAdminAction(trx, ctx, 'quickfix_tracked', { type: 'alert', id: alert.id }, { action: actionId })
  })
}
