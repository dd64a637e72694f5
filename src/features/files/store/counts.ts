import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { CountChange, CountKind } from '../counts.ts'

/** One statement for all of them, in the order given. */
export async function changeCounts(db: Db, userId: UserId, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return
  const [kinds, names, steps] = [
    changes.map(({ kind }) => kind),
    changes.map(({ name }) => name),
    changes.map(({ by }) => by),
  ]
  await sql`
    insert into file_counts as c (user_id, kind, name, n)
    select ${userId}, change.kind, change.name, greatest(change.step, 0)
    from unnest(${kinds}::text[], ${names}::text[], ${steps}::int[]) with ordinality as change (kind, name, step, place) order by place
    on conflict (user_id, kind, name) do update set n = c.n + (
      select change.step from unnest(${kinds}::text[], ${names}::text[], ${steps}::int[]) as change (kind, name, step)
      where change.kind = excluded.kind and change.name = excluded.name)
  `.execute(db)
}

export type Count = { name: string; n: number }

export async function readCounts(db: Db, userId: UserId, kind: CountKind): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select c.name, c.n from file_counts c where c.user_id = ${userId} and c.kind = ${kind} and c.n > 0 order by c.n desc, c.name
  `.execute(db)
  return rows
}

export async function totalFiles(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::int as n from file_counts c where c.user_id = ${userId} and c.kind = 'language'
  `.execute(db)
  return rows[0]?.n ?? 0
}

export async function addActivity(db: Db, userId: UserId, day: string, saves: number): Promise<void> {
  await db
    .insertInto('file_activity')
    .values({ user_id: userId, day, saves })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet({ saves: sql`file_activity.saves + ${saves}` }),
    )
    .execute()
}

export async function readActivity(db: Db, userId: UserId, since: string): Promise<{ day: string; saves: number }[]> {
  const { rows } = await sql<{ day: string; saves: number }>`
    select a.day::text as day, a.saves from file_activity a where a.user_id = ${userId} and a.day >= ${since} order by a.day
  `.execute(db)
  return rows
}
