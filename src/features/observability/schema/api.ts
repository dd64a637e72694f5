import { z } from 'zod'
import { parseMoment } from '#base/parse-timestamp.ts'
import { SEVERITIES } from '#base/severity.ts'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire-types.ts'
import type { Alert, Notice, Sender } from '../alert.ts'
import type { Endpoint, EventCount, Summary } from '../counts.ts'
import { METRICS, type Series } from '../series.ts'
import type { Happening } from '../timeline.ts'
import { TIMERANGES, type Window, type WindowRequest } from '../window.ts'

const moment = z.string().transform((text, context) => {
  const at = parseMoment(text)
  if (at) return at
  context.addIssue({ code: 'custom', message: 'not a moment', input: text })
  return z.NEVER
})

/** Replaces characters that jsonb and text columns reject: refusing the call would lose the alert. */
const text = z.string().transform((value) => value.toWellFormed().replaceAll('\0', '\uFFFD'))
const words = z.record(text, text).default({})

/** Alertmanager webhook, version 4; other fields are ignored. */
export const Webhook = z.object({
  receiver: text.default(''),
  externalURL: text.default(''),
  alerts: z.array(
    z.object({
      status: z.enum(['firing', 'resolved']),
      labels: words,
      annotations: words,
      startsAt: moment,
      endsAt: z.string().default('').transform(parseMoment),
      generatorURL: text.default(''),
      fingerprint: text.default(''),
    }),
  ),
})

export type WebhookBody = z.output<typeof Webhook>
type Notices = { sender: Sender; notices: (Notice & { fingerprint: string })[] }

export function toNotices({ receiver, externalURL, alerts }: WebhookBody): Notices {
  return {
    sender: { receiver, externalUrl: externalURL },
    notices: alerts.map(({ generatorURL, ...alert }) => ({ ...alert, generatorUrl: generatorURL })),
  }
}

export const WebhookReply = z.object({ ok: z.literal(true), received: z.int() })

export const WindowQuery = z.strictObject({
  start_time: moment.optional(),
  end_time: moment.optional(),
  timerange: z.enum(TIMERANGES).optional(),
})

export function toWindowAsk(query: z.output<typeof WindowQuery>): WindowRequest {
  return { start: query.start_time, end: query.end_time, timerange: query.timerange }
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

const FilterQuery = WindowQuery.extend({
  severity: z.enum(SEVERITIES).optional(),
  type: chars(200, 1).optional(),
  q: chars(200, 1).optional(),
})

export const AlertsQuery = FilterQuery.extend({
  page: whole(1, 100_000).default(1),
  per_page: whole(1, 200).default(50),
})

export const AlertItem = z.object({
  id: z.string(),
  timestamp: z.string(),
  name: z.string(),
  severity: z.enum(SEVERITIES),
  summary: z.string(),
  type: z.string(),
  source: z.string(),
  status: z.enum(['firing', 'resolved']),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string().nullable()),
})

export const AlertsReply = z.object({
  ok: z.literal(true),
  alerts: z.array(AlertItem),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
})

export function toAlertItem(alert: Alert): z.output<typeof AlertItem> {
  const { id, startedAt, endedAt, receivedAt, tags, metadata, ...words } = alert
  return {
    id,
    timestamp: isoUtc(startedAt),
    ...words,
    tags: [...tags],
    metadata: { ...metadata, ended_at: endedAt && isoUtc(endedAt), received_at: isoUtc(receivedAt) },
  }
}

const BySeverity = z.object({ info: z.number(), warn: z.number(), error: z.number(), critical: z.number() })

const Numbers = z.object({
  summary: z.object({ total: z.number(), by_severity: BySeverity }),
  top_events: z.array(z.object({ event: z.string(), severity: z.enum(SEVERITIES), count: z.number() })),
  top_slow_endpoints: z.array(
    z.object({
      method: z.string(),
      route: z.string(),
      requests: z.number(),
      errors: z.number(),
      avg_ms: z.number(),
      p95_ms: z.number(),
      max_ms: z.number(),
    }),
  ),
})

export const AggregationsReply = z.object({ ok: z.literal(true), ...Numbers.shape })

type NumbersGiven = { summary: Summary; topEvents: EventCount[]; topSlowEndpoints: Endpoint[] }

export function toNumbers({ summary, topEvents, topSlowEndpoints }: NumbersGiven): z.output<typeof Numbers> {
  return {
    summary: { total: summary.total, by_severity: summary.bySeverity },
    top_events: topEvents,
    top_slow_endpoints: topSlowEndpoints.map(({ avgMs, p95Ms, maxMs, ...endpoint }) => ({
      ...endpoint,
      avg_ms: avgMs,
      p95_ms: p95Ms,
      max_ms: maxMs,
    })),
  }
}

export const SeriesQuery = WindowQuery.extend({
  metric: z.enum(METRICS),
  granularity: z.enum(['1m', '5m', '1h', '1d']).optional(),
  severity: z.enum(SEVERITIES).optional(),
})

const SeriesItem = z.object({
  metric: z.enum(METRICS),
  granularity_seconds: z.int(),
  data: z.array(z.object({ t: z.string(), v: z.number().nullable() })),
})

export const SeriesReply = z.object({ ok: z.literal(true), ...SeriesItem.shape })
export type SeriesBody = z.output<typeof SeriesReply>

export function toSeries({ metric, granularitySeconds, points }: Series): z.output<typeof SeriesItem> {
  const data = points.map(({ at, value }) => ({ t: isoUtc(at), v: value }))
  return { metric, granularity_seconds: granularitySeconds, data }
}

const TimelineQuery = FilterQuery.extend({ info: z.stringbool().default(false) })

export const ReplayQuery = TimelineQuery.extend({
  limit: whole(1, 500).default(200),
  cursor: z.string().max(200).optional(),
})

const HappeningItem = z.object({
  id: z.string(),
  timestamp: z.string(),
  type: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  summary: z.string(),
  link: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

const Counts = z.object({ total: z.number(), events: z.number(), alerts: z.number(), by_severity: BySeverity })

export const ReplayReply = z.object({
  ok: z.literal(true),
  window: z.object({ start_time: z.string(), end_time: z.string() }),
  counts: Counts,
  events: z.array(HappeningItem),
  next_cursor: z.string().nullable(),
})

export type ReplayBody = z.output<typeof ReplayReply>

export function toWindow({ start, end }: Window) {
  return { start_time: isoUtc(start), end_time: isoUtc(end) }
}

/** `by_severity` counts events; alerts are counted separately. */
export function toCounts({ total, bySeverity, alerts }: Summary & { alerts: number }): z.output<typeof Counts> {
  return { total: total + alerts, events: total, alerts, by_severity: bySeverity }
}

export function toHappening({ at, ...happening }: Happening): z.output<typeof HappeningItem> {
  const { id, ...rest } = happening
  return { id, timestamp: isoUtc(at), ...rest }
}

export const ExportQuery = TimelineQuery.extend({ format: z.enum(['json', 'ndjson']).default('json') })

export const QuickfixBody = z.strictObject({
  action_id: z.string().regex(/^[a-z][\w.:-]{0,63}$/i),
  alert_id: z.string().max(64),
})
