import type { Counter, Histogram } from 'prom-client'
import type { Push, PushSender, SendOutcome } from '../push/sender.ts'

/** Services by kind, never by endpoint: an endpoint identifies a user's browser. */
const SERVICES: readonly [RegExp, string][] = [
  [/(^|\.)googleapis\.com$/, 'google'],
  [/(^|\.)mozilla\.com$/, 'mozilla'],
  [/(^|\.)push\.apple\.com$/, 'apple'],
  [/(^|\.)notify\.windows\.com$/, 'microsoft'],
]

/** Known statuses of push services; others are counted by their hundred, so that a service cannot create unlimited label values. */
const STATUSES = new Set([0, 200, 201, 202, 400, 401, 403, 404, 406, 410, 413, 429, 500, 502, 503])

type Measures = {
  pushes: Counter<'service' | 'outcome' | 'status'>
  reminderLateness: Histogram
}

/** The same sender with metrics. */
export function withPushMetrics(sender: PushSender, measures: Measures, clock: () => Date): PushSender {
  if (!sender.ready) return sender
  return {
    ...sender,
    prepare: (to, { dueAt, ...push }) => {
      const prepared = sender.prepare(to, push)
      return {
        send: async () => {
          const sent = await prepared.send()
          count(measures, to.endpoint, sent)
          if (dueAt && sent.outcome === 'accepted') measures.reminderLateness.observe(lateness(dueAt, clock()))
          return sent
        },
      }
    },
  }
}

function lateness(dueAt: NonNullable<Push['dueAt']>, now: Date): number {
  return Math.max(0, (now.getTime() - dueAt.getTime()) / 1000)
}

function count({ pushes }: Measures, endpoint: string, { outcome, status }: SendOutcome): void {
  pushes.inc({ service: pushServiceLabel(endpoint), outcome, status: statusLabel(status) })
}

export function pushServiceLabel(endpoint: string): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return SERVICES.find(([pattern]) => pattern.test(host))?.[1] ?? 'other'
}

export function statusLabel(status: number): string {
  return STATUSES.has(status) ? String(status) : `${Math.floor(status / 100)}xx`
}
