import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { rowsOfUser } from '#platform/db/rows-of-user.ts'
import type { CountChange, CountKind } from '../counts.ts'

/** Applies all changes in one statement, in the given order. */
export async function changeCounts(db: Db, userId: UserId, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return
  const [kinds, names, steps] = [
    changes.map(({ kind }) => kind),
    changes.map(({ name }) => name),
    changes.map(({ by }) => by),
  ]
  await sql`
    insert into file_counts as c (user_id, kind, name, n)
    select owner.user_id, change.kind, change.name, greatest(change.step, 0)
    ${rowsOfUser(userId, sql`unnest(${kinds}::text[], ${names}::text[], ${steps}::int[]) with ordinality as change (kind, name, step, ordinal)`)}
    order by ordinal
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

/** At most `maxPerKind` names of every kind but language; all languages, because their counts add up to all files. */
export async function readTopCounts(
  db: Db,
  userId: UserId,
  maxPerKind: number,
): Promise<(Count & { kind: CountKind })[]> {
  const { rows } = await sql<Count & { kind: CountKind }>`
    select top.kind, top.name, top.n from (
      select c.kind, c.name, c.n, row_number() over (partition by c.kind order by c.n desc, c.name) as ordinal
      from file_counts c where c.user_id = ${userId} and c.n > 0
    ) top where top.ordinal <= ${maxPerKind} or top.kind = 'language' order by top.kind, top.ordinal
  `.execute(db)
  return rows
}

export async function totalFiles(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::int as n from file_counts c where c.user_id = ${userId} and c.kind = 'language'
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The values that decide how a user's files are searched. */
export async function searchedHow(db: Db, userId: UserId): Promise<{ total: number; isHeavy: boolean }> {
  const { rows } = await sql<{ total: number; isHeavy: boolean }>`
    select coalesce(sum(c.n), 0)::int as total,
      exists (select from search_tiers t where t.user_id = ${userId} and t.is_heavy) as "isHeavy"
    from file_counts c where c.user_id = ${userId} and c.kind = 'language'
  `.execute(db)
  return rows[0] ?? { total: 0, isHeavy: false }
}

/** Adds saves of several days at once. */
export async function addActivities(db: Db, userId: UserId, saves: ReadonlyMap<string, number>): Promise<void> {
  const days = [...saves.keys()].toSorted()
  await sql`
    insert into file_activity as a (user_id, day, saves)
    select owner.user_id, added.day, added.saves
    ${rowsOfUser(userId, sql`unnest(${days}::date[], ${days.map((day) => saves.get(day) ?? 0)}::int[]) as added (day, saves)`)}
    order by added.day
    on conflict (user_id, day) do update set saves = a.saves + excluded.saves
  `.execute(db)
}

export async function readActivity(db: Db, userId: UserId, since: string): Promise<{ day: string; saves: number }[]> {
  const { rows } = await sql<{ day: string; saves: number }>`
    select a.day::text as day, a.saves from file_activity a where a.user_id = ${userId} and a.day >= ${since} order by a.day
  `.execute(db)
  return rows
}

/** The counts computed from the files themselves. */
const recounted = (userId: UserId) => sql`
  select kind, name, count(*)::int as n from (
    select 'language' as kind, f.language as name from files f where f.user_id = ${userId} and f.deleted_at is null
    union all select 'tag', unnest(f.tags) from files f where f.user_id = ${userId} and f.deleted_at is null
    union all select 'folder', array_to_string(parts[1:depth], '/')
      from files f cross join lateral string_to_array(f.file_name, '/') as parts
      cross join lateral generate_series(1, cardinality(parts) - 1) as depth
      where f.user_id = ${userId} and f.deleted_at is null and strpos(f.file_name, '/') > 0
    union all select 'repo', f.repo from files f where f.user_id = ${userId} and f.deleted_at is null and f.repo is not null
    union all select 'category', 'favorites' from files f where f.user_id = ${userId} and f.deleted_at is null and f.is_favorite
    union all select 'category', 'large' from files f where f.user_id = ${userId} and f.deleted_at is null and f.size_bytes >= 100000
  ) counted group by kind, name`

/** Users ordered by id, so that any round can continue the walk. */
export async function listUserIdsAfter(db: Db, userId: UserId | null, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`/* worker */
    select u.user_id as "userId" from users u where u.user_id > ${userId ?? 0} order by u.user_id limit ${limit}
  `.execute(db)
  return rows.map(({ userId: found }) => found)
}

/** Locks out saves of this user until the transaction ends, so that the counted rows do not change. */
export async function lockCounts(db: Db, userId: UserId): Promise<void> {
  await sql`select from file_counts c where c.user_id = ${userId} order by c.kind, c.name for update`.execute(db)
}

/** Repairs counters that differ and returns how many they were. */
export async function repairCounts(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with truth as (${recounted(userId)}), repaired as (
      insert into file_counts as c (user_id, kind, name, n)
      select ${userId}, coalesce(t.kind, k.kind), coalesce(t.name, k.name), coalesce(t.n, 0)
      from truth t full join (select k.kind, k.name, k.n from file_counts k where k.user_id = ${userId}) k
        on k.kind = t.kind and k.name = t.name
      where coalesce(t.n, 0) <> coalesce(k.n, 0)
      on conflict (user_id, kind, name) do update set n = excluded.n
      returning 1
    )
    select count(*)::int as n from repaired
  `.execute(db)
  return rows[0]?.n ?? 0
}
