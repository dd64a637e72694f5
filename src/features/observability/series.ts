import { round } from './counts.ts'

/** In display order. */
export const METRICS = ['events_count', 'requests_per_minute', 'response_time', 'error_rate', 'alerts_count'] as const
export type Metric = (typeof METRICS)[number]

/** Null where nothing was measured: without requests there is no response time. */
export type Point = { at: Date; value: number | null }
export type Series = { metric: Metric; granularitySeconds: number; points: Point[] }

/** The counts behind one point. */
export type Sums = { requests: number; errors: number; totalMs: number; count: number }

const NONE: Sums = { requests: 0, errors: 0, totalMs: 0, count: 0 }

/** Returns a value for every point, including those without stored counts. */
export function toPoints(
  metric: Metric,
  moments: readonly Date[],
  sums: ReadonlyMap<number, Partial<Sums>>,
  { granularity, now }: { granularity: number; now: Date },
): Point[] {
  return moments.map((at) => {
    const here = { ...NONE, ...sums.get(at.getTime()) }
    // The incomplete point has had less time to collect requests.
    const minutes = Math.min(granularity, Math.max(60, (now.getTime() - at.getTime()) / 1000)) / 60
    return { at, value: valueOf(metric, here, minutes) }
  })
}

function valueOf(metric: Metric, { requests, errors, totalMs, count }: Sums, minutes: number): number | null {
  if (metric === 'alerts_count' || metric === 'events_count') return count
  if (metric === 'requests_per_minute') return round(requests / minutes)
  if (requests === 0) return null
  // In milliseconds and percent.
  return round(metric === 'response_time' ? totalMs / requests : (errors / requests) * 100)
}
