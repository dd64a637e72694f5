import { type RawBuilder, sql } from 'kysely'
import { RESPONSE_BOUNDS_MS } from '#base/rollups.ts'
import type { Severity } from '#base/severity.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Piece } from '../buckets.ts'
import type { EventCount, RouteSums } from '../counts.ts'
import type { Window } from '../window.ts'

type Pieces = readonly [Piece, Piece, Piece]

/** Three ranges of the primary key as separate branches: an `or` would scan the whole table. */
function inPieces(select: RawBuilder<unknown>, pieces: Pieces): RawBuilder<unknown> {
  const each = pieces.map(
    ({ seconds, from, to }) => sql`${select} and c.seconds = ${seconds} and c.at >= ${from} and c.at < ${to}`,
  )
  return sql.join(each, sql` union all `)
}

/** Counts each event, the most frequent first. */
export async function countEvents(db: Db, pieces: Pieces): Promise<EventCount[]> {
  const { rows } = await sql<EventCount>`
    select c.event, c.severity, sum(c.count)::float8 as count
    from (${inPieces(sql`select c.event, c.severity, c.count from event_counts c where c.event <> '*'`, pieces)}) c
    group by 1, 2 order by 3 desc, 1, 2
  `.execute(db)
  return rows
}

const WITHIN = RESPONSE_BOUNDS_MS.map((bound) => sql.ref(`ms_${bound}`))

export async function sumRoutes(db: Db, pieces: Pieces): Promise<RouteSums[]> {
  const columns = sql`c.method, c.route, c.requests, c.errors, c.total_ms, c.max_ms, ${sql.join(WITHIN)}`
  const { rows } = await sql<RouteSums>`
    select c.method, c.route, sum(c.requests)::float8 as requests, sum(c.errors)::float8 as errors,
      sum(c.total_ms)::float8 as "totalMs", max(c.max_ms) as "maxMs",
      array[${sql.join(WITHIN.map((column) => sql`sum(${column})::float8`))}] as within
    from (${inPieces(sql`select ${columns} from request_counts c where c.method <> '*'`, pieces)}) c
    group by 1, 2
  `.execute(db)
  return rows
}

export type SeriesRow = { at: Date; requests?: number; errors?: number; totalMs?: number; count?: number }

const pointOf = (at: string, granularity: number) =>
  sql`date_bin(make_interval(secs => ${granularity}), ${sql.ref(at)}, 'epoch')`

export async function requestSeries(db: Db, { seconds, from, to }: Piece, granularity: number): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select ${pointOf('c.at', granularity)} as at, sum(c.requests)::float8 as requests, sum(c.errors)::float8 as errors,
      sum(c.total_ms)::float8 as "totalMs"
    from request_counts c where c.method = '*' and c.seconds = ${seconds} and c.at >= ${from} and c.at < ${to} group by 1
  `.execute(db)
  return rows
}

export async function eventSeries(
  db: Db,
  { seconds, from, to }: Piece,
  granularity: number,
  severity: Severity | null,
): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select ${pointOf('c.at', granularity)} as at, sum(c.count)::float8 as count
    from event_counts c where c.event = '*' and c.seconds = ${seconds} and c.at >= ${from} and c.at < ${to}
      and (${severity}::text is null or c.severity = ${severity}) group by 1
  `.execute(db)
  return rows
}

/** Alerts by start time. */
export async function alertSeries(db: Db, { start, end }: Window, granularity: number): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select ${pointOf('a.started_at', granularity)} as at, count(*)::float8 as count
    from alerts a where a.started_at >= ${start} and a.started_at < ${end} group by 1
  `.execute(db)
  return rows
}
