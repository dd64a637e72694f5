import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Choice, Recorded } from '../timeline.ts'

/** After this one, and before the end of the window. */
export type Place = { at: Date; id: string; end: Date }

const COLUMNS = sql`e.at, e.id, e.event, e.severity, e.request_id as "requestId", e.fields`
const after = ({ at, id, end }: Place) => sql`e.at >= ${at} and e.at < ${end} and (e.at, e.id) > (${at}, ${id}::uuid)`

/** The next events in the order of time. Each of the three forms has an index that has them in that order. */
export async function readEvents(db: Db, choice: Choice, place: Place, limit: number): Promise<Recorded[]> {
  if (choice.names) return readByName(db, choice.names, choice.severities, place, limit)
  return choice.severities.includes('info')
    ? readAny(db, choice.severities, place, limit)
    : readLoud(db, choice.severities, place, limit)
}

/** Most events are information: reading all and leaving out the others is reading hardly more. */
async function readAny(db: Db, severities: Choice['severities'], place: Place, limit: number): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select ${COLUMNS} from events e where ${after(place)} and e.severity = any(${severities}::text[])
    order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}

async function readLoud(db: Db, severities: Choice['severities'], place: Place, limit: number): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select e.* from unnest(${severities}::text[]) as wanted (severity) cross join lateral (
      select ${COLUMNS} from events e where e.severity <> 'info' and e.severity = wanted.severity and ${after(place)}
      order by e.at, e.id limit ${limit}
    ) e order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}

async function readByName(
  db: Db,
  names: readonly string[],
  severities: Choice['severities'],
  place: Place,
  limit: number,
): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select e.* from unnest(${names}::text[]) as wanted (event) cross join lateral (
      select ${COLUMNS} from events e where e.event = wanted.event and e.severity = any(${severities}::text[]) and ${after(place)}
      order by e.at, e.id limit ${limit}
    ) e order by e.at, e.id limit ${limit}
  `.execute(db)
  return rows
}
