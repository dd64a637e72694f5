import type { UserCtx } from '#platform/ctx.ts'
import type { Severity } from '#base/severity.ts'
import * as buckets from '../buckets.ts'
import { type Endpoint, type EventCount, slowest, type Summary, summaryOf, TOP } from '../counts.ts'
import { granularityTooFine } from '../problems.ts'
import { type Metric, type Series, toPoints } from '../series.ts'
import * as store from '../store/counts.ts'
import type { Window } from '../window.ts'

type Asker = Pick<UserCtx, 'db' | 'now'>

export type Aggregations = { summary: Summary; topEvents: EventCount[]; topSlowEndpoints: Endpoint[] }

/** Sums a window from the counts, in whole minutes or the granularity kept at that age. */
export async function aggregate({ db, now }: Asker, window: Window): Promise<Aggregations> {
  const pieces = buckets.piecesOf(window, now)
  const [events, routes] = await Promise.all([store.countEvents(db, pieces), store.sumRoutes(db, pieces)])
  return { summary: summaryOf(events), topEvents: events.slice(0, TOP), topSlowEndpoints: slowest(routes) }
}

export type SeriesRequest = {
  metric: Metric
  granularity?: buckets.Granularity | undefined
  severity?: Severity | undefined
}

export async function timeseries({ db, now }: Asker, window: Window, ask: SeriesRequest): Promise<Series> {
  const granularity = buckets.GRANULARITIES[granularityOf(window, now, ask.granularity)]
  const piece = buckets.seriesPiece(window, granularity, now)
  const rows = await readSeries(db, piece, granularity, ask)
  const sums = new Map(rows.map(({ at, ...sum }) => [at.getTime(), sum]))
  const moments = buckets.pointsOf(piece, granularity)
  const points = toPoints(ask.metric, moments, sums, { granularity, now })
  return { metric: ask.metric, granularitySeconds: granularity, points }
}

function granularityOf(window: Window, now: Date, asked: buckets.Granularity | undefined): buckets.Granularity {
  const allowed = buckets.granularitiesFor(window, now)
  const name = asked ?? buckets.defaultGranularity(window, allowed)
  if (!allowed.includes(name)) throw granularityTooFine({ field: 'granularity', allowed })
  return name
}

function readSeries(db: UserCtx['db'], piece: buckets.Piece, granularity: number, ask: SeriesRequest) {
  if (ask.metric === 'alerts_count') return store.alertSeries(db, { start: piece.from, end: piece.to }, granularity)
  if (ask.metric === 'events_count') return store.eventSeries(db, piece, granularity, ask.severity ?? null)
  return store.requestSeries(db, piece, granularity)
}
