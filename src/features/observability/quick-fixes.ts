import { addSeconds } from '#base/time.ts'
import type { Alert } from './alert.ts'
import { around } from './happenings.ts'

export type QuickfixId = 'replay_around' | 'open_jobs' | 'verify_indexes'
export type QuickFix = { id: QuickfixId; href: string }

/** Where to look first, by the words of the alert. Pages of ours only: a form may not lead elsewhere. */
export function quickFixes(alert: Pick<Alert, 'name' | 'type' | 'summary' | 'startedAt'>): QuickFix[] {
  const words = `${alert.name} ${alert.type} ${alert.summary}`.toLowerCase()
  const fixes: (QuickFix | false)[] = [
    { id: 'replay_around', href: around(alert.startedAt, 'replay') },
    /job|queue|worker|reminder|push|sync|lease/.test(words) && { id: 'open_jobs', href: '/admin/jobs' },
    /index|database|postgres|slow|latency|query|disk/.test(words) && {
      id: 'verify_indexes',
      href: '/admin/verify-indexes',
    },
  ]
  return fixes.filter((fix) => fix !== false)
}

/** Addresses that the rule's author gave; shown only as the plain web links they should be. */
export function outsideLinks({ metadata }: Pick<Alert, 'metadata'>): { runbook: string | null; graph: string | null } {
  const web = (text: string | undefined) => (text !== undefined && /^https?:\/\/[^\s]+$/.test(text) ? text : null)
  return { runbook: web(metadata['runbook_url']), graph: web(metadata['generator_url']) }
}

/** A firing alert is told again every few hours; one that is not was forgotten by its sender. */
export function isStale(alert: Pick<Alert, 'status' | 'receivedAt'>, now: Date): boolean {
  return alert.status === 'firing' && alert.receivedAt < addSeconds(now, -STALE_SECONDS)
}

const STALE_SECONDS = 86_400
