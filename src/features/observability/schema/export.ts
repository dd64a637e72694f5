import { isoUtc } from '#base/time.ts'
import type { Alert } from '../alert.ts'
import type { Endpoint, EventCount, Summary } from '../counts.ts'
import { type Series } from '../series.ts'
import * as schema from './api.ts'
import type { Happening } from '../timeline.ts'
import type { Window } from '../window.ts'

type Export = {
  window: Window
  aggregations: { summary: Summary; topEvents: EventCount[]; topSlowEndpoints: Endpoint[] }
  series: Series[]
  counts: Summary & { alerts: number }
  alerts: AsyncIterable<Alert>
  happenings: AsyncIterable<Happening>
}

function headOf(all: Export, now: Date) {
  return {
    ok: true,
    generated_at: isoUtc(now),
    window: schema.toWindow(all.window),
    ...schema.toNumbers(all.aggregations),
    counts: schema.toCounts(all.counts),
  }
}

/** One JSON document. A truncated download lacks the closing bracket. */
export async function* exportJson(all: Export, now: Date): AsyncGenerator<string> {
  const head = JSON.stringify({ ...headOf(all, now), timeseries: all.series.map(schema.toSeries) })
  yield `${head.slice(0, -1)},"alerts":[`
  yield* listed(all.alerts, schema.toAlertItem)
  yield '],"events":['
  yield* listed(all.happenings, schema.toHappening)
  yield ']}\n'
}

async function* listed<T>(items: AsyncIterable<T>, toItem: (item: T) => unknown): AsyncGenerator<string> {
  let comma = ''
  for await (const item of items) {
    yield comma + JSON.stringify(toItem(item))
    comma = ','
  }
}

/** One line per item and a last line with the count, without which the download is truncated. */
export async function* exportLines(all: Export, now: Date): AsyncGenerator<string> {
  yield line('head', headOf(all, now))
  for (const series of all.series) yield line('timeseries', schema.toSeries(series))
  let [alerts, events] = [0, 0]
  for await (const alert of all.alerts) {
    alerts += 1
    yield line('alert', schema.toAlertItem(alert))
  }
  for await (const happening of all.happenings) {
    events += 1
    yield line('event', schema.toHappening(happening))
  }
  yield line('end', { alerts, events })
}

function line(kind: string, fields: object): string {
  return `${JSON.stringify({ kind, ...fields })}\n`
}
