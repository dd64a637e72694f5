import type { UserCtx } from '#platform/ctx.ts'
import type { Alert } from '../alert.ts'
import { METRICS, type Series } from '../series.ts'
import * as alertStore from '../store/alerts.ts'
import type { Happening, TimelineFilter } from '../timeline.ts'
import type { Window } from '../window.ts'
import { type Aggregations, aggregate, timeseries } from './numbers.ts'
import { openTimeline, readTimeline, type Timeline, type EventTitles } from './replay.ts'

/** Rows held in memory at a time, whatever the size of the export. */
const PAGE = 500
const FIRST = { at: new Date(0), id: '0'.repeat(32) }

export type Export = {
  window: Window
  aggregations: Aggregations
  series: Series[]
  counts: Awaited<ReturnType<typeof openTimeline>>['counts']
  alerts: AsyncGenerator<Alert>
  happenings: AsyncGenerator<Happening>
}

type Asker = Pick<UserCtx, 'db' | 'now' | 'locale'>

/** Reads all numbers at once and streams the timeline page by page, each in its own statement. */
export async function openExport(
  ctx: Asker,
  titles: EventTitles,
  window: Window,
  filter: TimelineFilter,
): Promise<Export> {
  const [aggregations, { timeline, counts }, ...series] = await Promise.all([
    aggregate(ctx, window),
    openTimeline(ctx, titles, window, filter),
    ...METRICS.map((metric) => timeseries(ctx, window, { metric })),
  ])
  const alerts = readAlerts(ctx.db, { ...window, severity: filter.severity, q: filter.q })
  return { window, aggregations, series, counts, alerts, happenings: readHappenings(ctx.db, timeline) }
}

async function* readAlerts(db: UserCtx['db'], filter: alertStore.AlertFilter): AsyncGenerator<Alert> {
  let after = FIRST
  for (;;) {
    const page = await alertStore.alertsAfter(db, filter, after, PAGE)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = { at: last.startedAt, id: last.id }
  }
}

async function* readHappenings(db: UserCtx['db'], timeline: Timeline): AsyncGenerator<Happening> {
  let after: Pick<Happening, 'at' | 'id'> | null = null
  for (;;) {
    const page: Happening[] = await readTimeline(db, timeline, after, PAGE)
    yield* page
    after = page.at(-1) ?? null
    if (!after || page.length < PAGE) return
  }
}
