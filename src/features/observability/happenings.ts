import type { Locale } from '#base/messages.ts'
import { addSeconds } from '#base/time.ts'
import type { Alert } from './alert.ts'
import { ALERT, fieldsLine, type Happening, type Recorded, spoken } from './timeline.ts'

export const PAGE = '/admin/observability'

export function alertHappening(alert: Alert): Happening {
  const { id, startedAt, severity, name, summary, type, source, status, endedAt } = alert
  return {
    at: startedAt,
    id,
    type: ALERT,
    severity,
    title: name,
    summary,
    link: around(startedAt, `alert-${id}`),
    metadata: { type, source, status, ended_at: endedAt?.toISOString() ?? null, tags: alert.tags },
  }
}

/** The title in the operator's language: the Hebrew sentence of an event, or its name as English words. */
export function eventHappening(recorded: Recorded, locale: Locale): Happening {
  const { at, id, event, severity, requestId, fields } = recorded
  const { msg_he: sentence, ...rest } = fields
  return {
    at,
    id,
    type: event,
    severity,
    title: locale === 'he' && typeof sentence === 'string' ? sentence : spoken(event),
    summary: fieldsLine(rest),
    link: around(at, 'replay'),
    metadata: { ...rest, request_id: requestId },
  }
}

/** The URL of the page with a window around this moment. */
export function around(at: Date, anchor: string): string {
  const [from, to] = [addSeconds(at, -AROUND_SECONDS), addSeconds(at, AROUND_SECONDS)].map((moment) =>
    moment.toISOString(),
  )
  return `${PAGE}?start_time=${from}&end_time=${to}#${anchor}`
}

const AROUND_SECONDS = 300
