import type { Counter, Histogram } from 'prom-client'
import type { Push, PushSender, Sent } from '../push/sender.ts'

/** Services by what they are, never by endpoint: an endpoint names a person's browser. */
const SERVICES: readonly [RegExp, string][] = [
  [/(^|\.)googleapis\.com$/, 'google'],
  [/(^|\.)mozilla\.com$/, 'mozilla'],
  [/(^|\.)push\.apple\.com$/, 'apple'],
  [/(^|\.)notify\.windows\.com$/, 'microsoft'],
]

/** What push services are known to answer; anything else is counted by its hundred, so that nobody can make us count for ever. */
const STATUSES = new Set([0, 200, 201, 202, 400, 401, 403, 404, 406, 410, 413, 429, 500, 502, 503])

type Measures = {
  pushes: Counter<'service' | 'outcome' | 'status'>
  reminderLateness: Histogram
}

/** The same sender, counted. */
export function measuredSender(sender: PushSender, measures: Measures, clock: () => Date): PushSender {
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

function count({ pushes }: Measures, endpoint: string, { outcome, status }: Sent): void {
  pushes.inc({ service: serviceOf(endpoint), outcome, status: statusOf(status) })
}

export function serviceOf(endpoint: string): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return SERVICES.find(([pattern]) => pattern.test(host))?.[1] ?? 'other'
}

export function statusOf(status: number): string {
  return STATUSES.has(status) ? String(status) : `${Math.floor(status / 100)}xx`
}
