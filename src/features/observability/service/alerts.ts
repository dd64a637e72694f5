import { foldForSearch } from '#base/fold.ts'
import { sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { type Alert, type Notice, reportOf, type Sender } from '../alert.ts'
import { alertReceived, alertsParseError } from '../events.ts'
import { webhookOff, webhookRefused } from '../problems.ts'
import * as store from '../store/alerts.ts'
import type { Window } from '../window.ts'

/** Who sends alerts shows the secret, always: there is no installation that takes them from anybody. */
export function assertAlertSender(secret: string | null, authorization: string | undefined): void {
  if (secret === null) throw webhookOff()
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!sameBytes(sha256(shown), sha256(secret))) throw webhookRefused()
}

export function reportUnreadable(ctx: Ctx, reason: string, bytes: number): void {
  ctx.emit(alertsParseError, { reason, bytes })
}

type Told = Notice & { fingerprint: string }

/** Keeps what the alert manager tells, and says how many alerts that were. */
export async function takeAlerts(ctx: Ctx, notices: readonly Told[], sender: Sender): Promise<number> {
  const told = notices.map((notice) => {
    const report = reportOf(notice, sender, ctx.now)
    const search = foldForSearch([report.name, report.summary, report.type, ...report.tags].join(' '))
    return { ...report, search, id: ctx.newId<'alert'>(), fingerprint: notice.fingerprint || labelsHash(notice.labels) }
  })
  // The same alert twice in one call is its last state.
  const alerts = new Map(told.map((alert) => [`${alert.fingerprint} ${alert.startedAt.getTime()}`, alert]))
  const kept = await store.upsertAlerts(ctx.db, [...alerts.values()])
  for (const { id, status, severity } of kept)
    ctx.emit(alertReceived, { resource: { type: 'alert', id }, status, alert_severity: severity })
  return notices.length
}

/** Managers name an alert by its labels; of one that does not say the name, we make it. */
function labelsHash(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify(sorted)).toString('hex')
}

export type AlertsAsk = Omit<store.AlertFilter, 'start' | 'end'> & { page: number; perPage: number }

export async function listAlerts(
  ctx: Pick<UserCtx, 'db'>,
  window: Window,
  { page, perPage, ...filter }: AlertsAsk,
): Promise<{ alerts: Alert[]; total: number }> {
  const where = { ...filter, ...window }
  const total = await store.countAlerts(ctx.db, where)
  const skip = (page - 1) * perPage
  const alerts = skip < total ? await store.listAlerts(ctx.db, where, skip, Math.min(perPage, total - skip)) : []
  return { alerts, total }
}
