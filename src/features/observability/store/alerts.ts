import { sql } from 'kysely'
import { foldForSearch } from '#base/fold.ts'
import type { Severity } from '#base/severity.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Alert, AlertId, Report } from '../alert.ts'
import type { Window } from '../window.ts'

const COLUMNS = sql`a.id, a.started_at as "startedAt", a.ended_at as "endedAt", a.received_at as "receivedAt", a.name, a.severity,
  a.summary, a.type, a.source, a.status, a.tags, a.metadata`

/** `search`: case-folded words. */
export type NewAlert = Report & { id: AlertId; fingerprint: string; search: string }

/**
 * Upserts alerts. A resolved alert stays resolved, because one of two redundant managers may be late. Rows are written in key
 * order, so that concurrent calls wait for each other instead of deadlocking.
 */
export async function upsertAlerts(
  db: Db,
  alerts: readonly NewAlert[],
): Promise<Pick<Alert, 'id' | 'status' | 'severity'>[]> {
  const column = <T>(pick: (alert: NewAlert) => T) => alerts.map(pick)
  const { rows } = await sql<Pick<Alert, 'id' | 'status' | 'severity'>>`
    insert into alerts as a (id, fingerprint, started_at, ended_at, received_at, name, severity, summary, type, source, status,
      tags, metadata, search)
    select * from unnest(${column((a) => a.id)}::uuid[], ${column((a) => a.fingerprint)}::text[],
      ${column((a) => a.startedAt.toISOString())}::timestamptz[], ${column((a) => a.endedAt?.toISOString() ?? null)}::timestamptz[],
      ${column((a) => a.receivedAt.toISOString())}::timestamptz[], ${column((a) => a.name)}::text[],
      ${column((a) => a.severity)}::text[], ${column((a) => a.summary)}::text[], ${column((a) => a.type)}::text[],
      ${column((a) => a.source)}::text[], ${column((a) => a.status)}::text[],
      ${column((a) => JSON.stringify(a.tags))}::jsonb[], ${column((a) => JSON.stringify(a.metadata))}::jsonb[],
      ${column((a) => a.search)}::text[])
      as given (id, fingerprint, started_at) order by given.fingerprint, given.started_at
    on conflict (fingerprint, started_at) do update set received_at = greatest(a.received_at, excluded.received_at),
      ended_at = coalesce(excluded.ended_at, a.ended_at),
      status = case when a.status = 'resolved' then a.status else excluded.status end,
      name = excluded.name, severity = excluded.severity, summary = excluded.summary, type = excluded.type,
      tags = excluded.tags, metadata = excluded.metadata, search = excluded.search
    returning a.id, a.status, a.severity
  `.execute(db)
  return rows
}

export type AlertFilter = Window & {
  severity?: Severity | undefined
  type?: string | undefined
  q?: string | undefined
}

/** Alerts that fired at some moment of the window, whenever they started. */
const matches = ({ start, end, severity, type, q }: AlertFilter) => sql<boolean>`
  a.started_at < ${end} and (a.started_at >= ${start} or a.status = 'firing' or a.ended_at >= ${start})
  and (${severity ?? null}::text is null or a.severity = ${severity ?? null})
  and (${type ?? null}::text is null or a.type = ${type ?? null})
  and (${q ?? null}::text is null or strpos(a.search, ${q === undefined ? null : foldForSearch(q)}::text) > 0)`

export async function countAlerts(db: Db, filter: AlertFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from alerts a where ${matches(filter)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Newest first: `take` rows after the first `skip`. */
export async function listAlerts(db: Db, filter: AlertFilter, skip: number, take: number): Promise<Alert[]> {
  // Read the list up to the end of the page, then keep its tail: a page number provides no key to start after.
  const { rows } = await sql<Alert>`
    select ${COLUMNS} from (
      select * from (
        select a.* from alerts a where ${matches(filter)} order by a.started_at desc, a.id desc limit ${skip + take}
      ) a order by a.started_at, a.id limit ${take}
    ) a order by a.started_at desc, a.id desc
  `.execute(db)
  return rows
}

export async function findAlert(db: Db, id: AlertId): Promise<Alert | null> {
  const { rows } = await sql<Alert>`select ${COLUMNS} from alerts a where a.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Matching alerts after a cursor, in chronological order. */
export async function alertsAfter(
  db: Db,
  filter: AlertFilter,
  after: { at: Date; id: string },
  limit: number,
): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select ${COLUMNS} from alerts a
    where ${matches(filter)} and (a.started_at, a.id) > (${after.at}, ${after.id}::uuid)
    order by a.started_at, a.id limit ${limit}
  `.execute(db)
  return rows
}

export async function countStarted(db: Db, filter: AlertFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alerts a where ${matches(filter)} and a.started_at >= ${filter.start}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export async function countFiring(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from alerts a where a.status = 'firing'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Alerts not received since then; Alertmanager repeats a firing alert every few hours. */
export async function deleteOldAlerts(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from alerts where id in (
      select a.id from alerts a where a.received_at < ${before} limit 1000
    ) returning 1
  `.execute(db)
  return rows.length
}
