import { sql } from 'kysely'
import { RESPONSE_BOUNDS_MS as BOUNDS } from '#base/rollups.ts'
import type { Db } from '../db/pool.ts'
import { BUCKETS, bucketOf } from './counts.ts'
import type { EventLog } from './sink.ts'

/** One answered request. `route` is the pattern, because URLs hold ids. */
export type AnsweredRequest = { method: string; route: string; status: number; ms: number }

export type RequestCounts = {
  /** Never waits and never throws. */
  add: (answered: AnsweredRequest) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Sum = {
  at: string
  method: string
  route: string
  requests: number
  errors: number
  totalMs: number
  maxMs: number
  /** How many took at most the bound at the same index and longer than the bound before it. */
  within: number[]
}

const FLUSH_EVERY_MS = 10_000
/** A few hours of a store that is down; older counts remain in the metrics only. */
const MAX_SUMS = 20_000

/**
 * Sums requests by minute, method and route, and writes the sums every few seconds. A killed process loses what it has not
 * written yet; the metrics and the log still have it.
 */
export function openRequestCounts(db: Db, log: Pick<EventLog, 'warn'>, now: () => Date): RequestCounts {
  let sums = new Map<string, Sum>()
  let flushing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const taken = sums
    if (taken.size === 0) return
    sums = new Map()
    try {
      await addSums(db, [...taken.values()])
    } catch (error) {
      log.warn({ err: error }, 'request counts could not be written and will be retried')
      for (const sum of taken.values()) merge(sums, sum)
    }
  }
  const flush = (): Promise<void> => {
    flushing = flushing.then(write)
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()

  return {
    add: (answered) => merge(sums, sumOf(answered, now())),
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

function sumOf({ method, route, status, ms }: AnsweredRequest, at: Date): Sum {
  const took = Math.max(0, Math.round(ms))
  const index = BOUNDS.findIndex((bound) => took <= bound)
  return {
    at: `${at.toISOString().slice(0, 16)}:00Z`,
    method,
    route,
    requests: 1,
    errors: status >= 500 ? 1 : 0,
    totalMs: took,
    maxMs: took,
    within: BOUNDS.map((_, i) => (i === index ? 1 : 0)),
  }
}

function merge(sums: Map<string, Sum>, sum: Sum): void {
  const key = `${sum.at} ${sum.method} ${sum.route}`
  const known = sums.get(key)
  if (!known) {
    if (sums.size < MAX_SUMS) sums.set(key, sum)
    return
  }
  known.requests += sum.requests
  known.errors += sum.errors
  known.totalMs += sum.totalMs
  known.maxMs = Math.max(known.maxMs, sum.maxMs)
  known.within = known.within.map((n, i) => n + (sum.within[i] ?? 0))
}

const SUMMED = ['requests', 'errors', 'total_ms', ...BOUNDS.map((bound) => `ms_${bound}`)]

/** Sorted by key to avoid deadlocks, as the event counts are. */
async function addSums(db: Db, all: readonly Sum[]): Promise<void> {
  const column = (pick: (sum: Sum) => number) => sql`${all.map(pick)}::bigint[]`
  const numbers = [
    column((sum) => sum.requests),
    column((sum) => sum.errors),
    column((sum) => sum.totalMs),
    ...BOUNDS.map((_, i) => column((sum) => sum.within[i] ?? 0)),
  ]
  const names = SUMMED.map((name) => sql.ref(name))
  await sql`
    insert into request_counts as c (seconds, at, method, route, max_ms, ${sql.join(names)})
    select s.seconds, s.at, coalesce(s.method, '*'), coalesce(s.route, '*'), s.max_ms, ${sql.join(names)} from (
      select bucket.seconds, ${bucketOf('given.at')} as at, given.method, given.route, max(given.max_ms) as max_ms,
        ${sql.join(names.map((name) => sql`sum(${name}) as ${name}`))}
      from unnest(${all.map((sum) => sum.at)}::timestamptz[], ${all.map((sum) => sum.method)}::text[],
        ${all.map((sum) => sum.route)}::text[], ${all.map((sum) => sum.maxMs)}::int[], ${sql.join(numbers)})
        as given (at, method, route, max_ms, ${sql.join(names)}) cross join ${BUCKETS}
      group by grouping sets ((1, 2, 3, 4), (1, 2))
    ) s order by 1, 2, 3, 4
    on conflict (seconds, at, method, route) do update set max_ms = greatest(c.max_ms, excluded.max_ms),
      ${sql.join(SUMMED.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)} + excluded.${sql.ref(name)}`))}
  `.execute(db)
}
