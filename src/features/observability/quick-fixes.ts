import { addSeconds } from '#base/time.ts'
import type { Alert } from './alert.ts'
import { around } from './happenings.ts'

export type QuickfixId = 'replay_around' | 'open_jobs' | 'verify_indexes'
export type QuickFix = { id: QuickfixId; href: string }

/** Suggests pages by keywords of the alert. Own pages only, because the form redirects to them. */
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

/** The links that the rule's author set; anything but an http(s) URL is dropped. */
export function outsideLinks({ metadata }: Pick<Alert, 'metadata'>): { runbook: string | null; graph: string | null } {
  const web = (text: string | undefined) => (text !== undefined && /^https?:\/\/[^\s]+$/.test(text) ? text : null)
  return { runbook: web(metadata['runbook_url']), graph: web(metadata['generator_url']) }
}

/** Alertmanager repeats a firing alert every few hours; an alert not repeated since was lost by its sender. */
export function isStale(alert: Pick<Alert, 'status' | 'receivedAt'>, now: Date): boolean {
  return alert.status === 'firing' && alert.receivedAt < addSeconds(now, -STALE_SECONDS)
}

const STALE_SECONDS = 86_400
