import type { UserCtx } from '#platform/ctx.ts'
import type { Alert } from '../alert.ts'
import { METRICS, type Series } from '../series.ts'
import { countFiring } from '../store/alerts.ts'
import { listUses, type QuickfixUse } from '../store/quickfix.ts'
import type { TimelineFilter } from '../timeline.ts'
import type { Window } from '../window.ts'
import { listAlerts } from './alerts.ts'
import { type Aggregations, aggregate, timeseries } from './numbers.ts'
import { type Replay, replay, type EventTitles } from './replay.ts'

export const ALERTS_SHOWN = 20
const REPLAY_SHOWN = 100

export type Overview = {
  aggregations: Aggregations
  series: Series[]
  replay: Replay
  alerts: { alerts: Alert[]; total: number }
  firing: number
  uses: QuickfixUse[]
}

export type OverviewRequest = TimelineFilter & { page: number; cursor?: string | undefined }

/** All data of the page. */
export async function overview(
  ctx: UserCtx,
  titles: EventTitles,
  window: Window,
  ask: OverviewRequest,
): Promise<Overview> {
  const { severity, q, page } = ask
  const [aggregations, found, alerts, firing, ...series] = await Promise.all([
    aggregate(ctx, window),
    replay(ctx, titles, window, { ...ask, limit: REPLAY_SHOWN }),
    listAlerts(ctx, window, { severity, q, page, perPage: ALERTS_SHOWN }),
    countFiring(ctx.db),
    ...METRICS.map((metric) => timeseries(ctx, window, { metric })),
  ])
  const uses = await listUses(
    ctx.db,
    alerts.alerts.map(({ id }) => id),
  )
  return { aggregations, series, replay: found, alerts, firing, uses }
}
