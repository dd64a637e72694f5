import { foldForSearch } from '#base/fold.ts'
import { sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { type Alert, type Notice, reportOf, type Sender } from '../alert.ts'
import { alertReceived, alertsParseError } from '../events.ts'
import { webhookOff, webhookRefused } from '../problems.ts'
import * as store from '../store/alerts.ts'
import type { Window } from '../window.ts'

/** Every sender must present the secret: no installation accepts unauthenticated alerts. */
export function assertAlertSender(secret: string | null, authorization: string | undefined): void {
  if (secret === null) throw webhookOff()
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!sameBytes(sha256(shown), sha256(secret))) throw webhookRefused()
}

export function reportUnreadable(ctx: Ctx, reason: string, bytes: number): void {
  ctx.emit(alertsParseError, { reason, bytes })
}

type Fingerprinted = Notice & { fingerprint: string }

/** Stores the alerts of a webhook call and returns how many there were. */
export async function recordAlerts(ctx: Ctx, notices: readonly Fingerprinted[], sender: Sender): Promise<number> {
  const reports = notices.map((notice) => {
    const report = reportOf(notice, sender, ctx.now)
    const search = foldForSearch([report.name, report.summary, report.type, ...report.tags].join(' '))
    return { ...report, search, id: ctx.newId<'alert'>(), fingerprint: notice.fingerprint || labelsHash(notice.labels) }
  })
  // Of an alert that appears twice in one call the last state wins.
  const alerts = new Map(reports.map((alert) => [`${alert.fingerprint} ${alert.startedAt.getTime()}`, alert]))
  const kept = await store.upsertAlerts(ctx.db, [...alerts.values()])
  for (const { id, status, severity } of kept)
    ctx.emit(alertReceived, { resource: { type: 'alert', id }, status, alert_severity: severity })
  return notices.length
}

/** Alertmanager identifies an alert by its labels; compute the fingerprint when the sender omits it. */
function labelsHash(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify(sorted)).toString('hex')
}

export type AlertsRequest = Omit<store.AlertFilter, 'start' | 'end'> & { page: number; perPage: number }

export async function listAlerts(
  ctx: Pick<UserCtx, 'db'>,
  window: Window,
  { page, perPage, ...filter }: AlertsRequest,
): Promise<{ alerts: Alert[]; total: number }> {
  const where = { ...filter, ...window }
  const total = await store.countAlerts(ctx.db, where)
  const skip = (page - 1) * perPage
  const alerts = skip < total ? await store.listAlerts(ctx.db, where, skip, Math.min(perPage, total - skip)) : []
  return { alerts, total }
}
