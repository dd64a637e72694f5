import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Choice, Recorded } from '../timeline.ts'

/** Exclusive lower bound, and the exclusive end of the window. */
export type Range = { at: Date; id: string; end: Date }

const COLUMNS = sql`e.at, e.id, e.event, e.severity, e.request_id as "requestId", e.fields`
const inRange = ({ at, id, end }: Range) => sql`e.at >= ${at} and e.at < ${end} and (e.at, e.id) > (${at}, ${id}::uuid)`

/** The next events in chronological order. Each of the three variants has an index in that order. */
export async function readEvents(db: Db, choice: Choice, range: Range, limit: number): Promise<Recorded[]> {
  if (choice.names) return readByName(db, choice.names, choice.severities, range, limit)
  return choice.severities.includes('info')
    ? readMostlyInfo(db, choice.severities, range, limit)
    : readBySeverity(db, choice.severities, range, limit)
}

/** Most events are info, so reading all and filtering reads hardly more rows. */
async function readMostlyInfo(
  db: Db,
  severities: Choice['severities'],
  range: Range,
  limit: number,
): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select ${COLUMNS} from events e where ${inRange(range)} and e.severity = any(${severities}::text[])
    order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}

async function readBySeverity(
  db: Db,
  severities: Choice['severities'],
  range: Range,
  limit: number,
): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select e.* from unnest(${severities}::text[]) as wanted (severity) cross join lateral (
      select ${COLUMNS} from events e where e.severity <> 'info' and e.severity = wanted.severity and ${inRange(range)}
      order by e.at, e.id limit ${limit}
    ) e order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}

async function readByName(
  db: Db,
  names: readonly string[],
  severities: Choice['severities'],
  range: Range,
  limit: number,
): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select e.* from unnest(${names}::text[]) as wanted (event) cross join lateral (
      select ${COLUMNS} from events e where e.event = wanted.event and e.severity = any(${severities}::text[]) and ${inRange(range)}
      order by e.at, e.id limit ${limit}
    ) e order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}
