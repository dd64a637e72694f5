import { parseIdOr, Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { alertNotFound } from '../problems.ts'
import * as schema from '../schema/api.ts'
import { listAlerts } from '../service/alerts.ts'
import { aggregate, timeseries } from '../service/numbers.ts'
import { trackQuickfix } from '../service/quickfix.ts'
import { replay, type EventTitles } from '../service/replay.ts'
import { openWindow } from '../service/window.ts'

export const alertId = (id: string) => parseIdOr<'alert'>(id, () => alertNotFound({ alert_id: id }))

export const observabilityApi: FeatureRoutes<{ titles: EventTitles }> = (app, { titles }) => {
  const config = { auth: 'admin' as const }
  const unconfirmedBecause = 'it notes which link of an alert was followed'

  app.get(
    '/api/observability/alerts',
    {
      config,
      schema: {
        sentence: { he: 'ההתרעות בחלון הזמן, בעמודים.', en: 'Lists the alerts of a window, in pages.' },
        querystring: schema.AlertsQuery,
        response: { 200: schema.AlertsReply },
      },
    },
    async ({ ctx, query }) => {
      const { severity, type, q, page, per_page: perPage } = query
      const window = openWindow(schema.toWindowAsk(query), ctx.now)
      const { alerts, total } = await listAlerts(ctx, window, { severity, type, q, page, perPage })
      return { ok: true as const, alerts: alerts.map(schema.toAlertItem), total, page, per_page: perPage }
    },
  )

  app.get(
    '/api/observability/aggregations',
    {
      config,
      schema: {
        sentence: {
          he: 'סיכומים של חלון הזמן: לפי חומרה, האירועים הנפוצים והכתובות האיטיות.',
          en: 'Sums up a window: by severity, the most frequent events and the slowest endpoints.',
        },
        querystring: schema.WindowQuery,
        response: { 200: schema.AggregationsReply },
      },
    },
    async ({ ctx, query }) => {
      const window = openWindow(schema.toWindowAsk(query), ctx.now)
      return { ok: true as const, ...schema.toNumbers(await aggregate(ctx, window)) }
    },
  )

  app.get(
    '/api/observability/timeseries',
    {
      config,
      schema: {
        sentence: { he: 'מדד אחד לאורך הזמן.', en: 'Gets one metric over time.' },
        querystring: schema.SeriesQuery,
        response: { 200: schema.SeriesReply },
      },
    },
    async ({ ctx, query }) => {
      const { metric, granularity, severity } = query
      const window = openWindow(schema.toWindowAsk(query), ctx.now)
      const series = await timeseries(ctx, window, { metric, granularity, severity })
      return { ok: true as const, ...schema.toSeries(series) }
    },
  )

  app.get(
    '/api/observability/replay',
    {
      config,
      schema: {
        sentence: { he: 'האירועים של חלון הזמן לפי הסדר.', en: 'Lists the events of a window in the order of time.' },
        querystring: schema.ReplayQuery,
        response: { 200: schema.ReplayReply },
      },
    },
    async ({ ctx, query }) => {
      const { severity, type, q, info, limit, cursor } = query
      const window = openWindow(schema.toWindowAsk(query), ctx.now)
      const found = await replay(ctx, titles, window, { severity, type, q, info, limit, cursor })
      return {
        ok: true as const,
        window: schema.toWindow(window),
        counts: schema.toCounts(found.counts),
        events: found.events.map(schema.toHappening),
        next_cursor: found.nextCursor,
      }
    },
  )

  app.post(
    '/api/observability/quickfix/track',
    {
      config: { ...config, unconfirmedBecause },
      schema: {
        sentence: { he: 'רישום של פעולה שננקטה על התרעה.', en: 'Records an action that was taken on an alert.' },
        body: schema.QuickfixBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, body }) => {
      await trackQuickfix(ctx, alertId(body.alert_id), body.action_id)
      return { ok: true as const }
    },
  )
}
