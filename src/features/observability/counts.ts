import { RESPONSE_BOUNDS_MS } from '#base/rollups.ts'
import { SEVERITIES, type Severity } from '#base/severity.ts'

export type EventCount = { event: string; severity: Severity; count: number }
export type BySeverity = Record<Severity, number>
export type Summary = { total: number; bySeverity: BySeverity }

export function summaryOf(counts: readonly Pick<EventCount, 'severity' | 'count'>[]): Summary {
  const of = (severity: Severity) => sum(counts.filter((each) => each.severity === severity))
  const [info, warn, error, critical] = SEVERITIES.map(of)
  return {
    total: sum(counts),
    bySeverity: { info: info ?? 0, warn: warn ?? 0, error: error ?? 0, critical: critical ?? 0 },
  }
}

const sum = (counts: readonly Pick<EventCount, 'count'>[]) => counts.reduce((total, { count }) => total + count, 0)

/** Response statistics of one route; `within[i]` counts the responses up to RESPONSE_BOUNDS_MS[i]. */
export type RouteSums = {
  method: string
  route: string
  requests: number
  errors: number
  totalMs: number
  maxMs: number
  within: readonly number[]
}
export type Endpoint = Pick<RouteSums, 'method' | 'route' | 'requests' | 'errors' | 'maxMs'> & {
  avgMs: number
  p95Ms: number
}

export const TOP = 10

/** Ordered by 95th percentile, the slowest first. */
export function slowest(routes: readonly RouteSums[]): Endpoint[] {
  return routes
    .map(({ within, totalMs, ...route }) => ({
      ...route,
      avgMs: round(totalMs / route.requests),
      p95Ms: round(percentile({ within, ...route }, 0.95)),
    }))
    .toSorted((a, b) => b.p95Ms - a.p95Ms || b.avgMs - a.avgMs)
    .slice(0, TOP)
}

type Spread = Pick<RouteSums, 'requests' | 'within' | 'maxMs'>

/** Interpolates linearly between two bounds, and never exceeds the slowest response. */
export function percentile({ requests, within, maxMs }: Spread, share: number): number {
  const rank = requests * share
  let below = 0
  let lower = 0
  for (const [i, upper] of RESPONSE_BOUNDS_MS.entries()) {
    const here = within[i] ?? 0
    if (here > 0 && below + here >= rank) return Math.min(maxMs, lower + ((upper - lower) * (rank - below)) / here)
    below += here
    lower = upper
  }
  const beyond = requests - below
  return beyond > 0 ? Math.min(maxMs, lower + ((maxMs - lower) * (rank - below)) / beyond) : maxMs
}

export function round(n: number): number {
  return Math.round(n * 100) / 100
}
