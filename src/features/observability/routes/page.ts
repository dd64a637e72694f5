import { invalidInput } from '#platform/http/problems.ts'
import { loadSections, type Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { PAGE } from '../happenings.ts'
import { ObservabilityPage, type PageFault } from '../pages/observability-page.tsx'
import { QuickfixBody, toAlertItem } from '../schema/api.ts'
import { PageQuery, readPage } from '../schema/page.ts'
import { ALERTS_SHOWN, overview } from '../service/overview.ts'
import { applyQuickfix } from '../service/quickfix.ts'
import type { EventTitles } from '../service/replay.ts'
import { readWindow, type Window, type WindowRequest } from '../window.ts'
import { alertId } from './api.ts'

type Parts = { titles: EventTitles; webhookSecret: string | null; sections: readonly Section[] }

export const pageRoutes: FeatureRoutes<Parts> = (app, { titles, webhookSecret, sections }) => {
  const config = { auth: 'admin' as const, sessionOnly: true }
  const unconfirmedBecause = 'it notes which link of an alert was followed'

  app.get(PAGE, { config, schema: { querystring: PageQuery } }, async (request, reply) => {
    const { ctx } = request
    const ask = readPage(request.query)
    const { window, fault } = windowFor(ask.window, ctx.now)
    const filters = fault
      ? { ...ask.filters, timerange: undefined, startTime: undefined, endTime: undefined }
      : ask.filters
    const { severity, type, q, info } = filters
    const found = await overview(ctx, titles, window, { severity, type, q, info, page: ask.page, cursor: ask.cursor })
    const { aggregations, alerts, uses, ...rest } = found
    return reply.page(
      ObservabilityPage({
        frame: reply.frame,
        now: ctx.now,
        window,
        filters,
        ...rest,
        fault: ask.isBad ? 'input' : fault,
        summary: aggregations.summary,
        tables: { events: aggregations.topEvents, endpoints: aggregations.topSlowEndpoints, titles },
        alerts: { ...alerts, uses, page: ask.page, perPage: ALERTS_SHOWN, wire: toAlertItem },
        isWebhookOff: webhookSecret === null,
        sections: await loadSections(sections, request, reply.frame),
      }),
    )
  })

  app.post(
    `${PAGE}/quickfix`,
    { config: { ...config, unconfirmedBecause }, schema: { body: QuickfixBody } },
    async ({ ctx, body }, reply) => {
      const href = await applyQuickfix(ctx, alertId(body.alert_id), body.action_id)
      if (href === null) throw invalidInput({ field: 'action_id' })
      return reply.redirect(href, 303)
    },
  )
}

/** An invalid window becomes the last day, and the page shows a notice. */
function windowFor(ask: WindowRequest, now: Date): { window: Window; fault: PageFault | null } {
  const window = readWindow(ask, now)
  if (!('fault' in window)) return { window, fault: null }
  const usual = readWindow({}, now)
  if ('fault' in usual) throw new Error('The default window must be valid')
  return { window: usual, fault: window.fault }
}
