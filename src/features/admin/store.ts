import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import type { Db } from '#platform/db/pool.ts'
import type { PeopleFilter } from './person.ts'

// The admin page lists all users, so these statements go to every shard; each is marked so, reads one page and writes
// nothing. Directories are queried in separate statements.

export type PersonRow = { id: UserId; firstName: string; role: Role; createdAt: Date; lastSignInAt: Date }

const PERSON = sql`u.user_id as id, u.first_name as "firstName", u.role, u.created_at as "createdAt",
  u.last_sign_in_at as "lastSignInAt"`

type Search = PeopleFilter & { ids: readonly UserId[] }

/** Newest first: users whose name contains the words, or whose id is in `ids`. */
export async function findPeople(db: Db, { q, ids, role, before }: Search, limit: number): Promise<PersonRow[]> {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<PersonRow>`/* unnamed, admin */
    select ${PERSON} from users u
    where ${q === '' ? sql`true` : sql`(lower(u.first_name) like lower(${pattern}) or u.user_id = any(${[...ids]}::bigint[]))`}
      and ${roleIs(role)}
      and ${before === null ? sql`true` : sql`u.user_id < ${before}`}
    order by u.user_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** The second condition matches the partial index, which omits users without a role. */
function roleIs(role: Role | null) {
  if (role === null) return sql`true`
  return role === 'user' ? sql`u.role = 'user'` : sql`u.role = ${role} and u.role <> 'user'`
}

export async function namesOf(db: Db, ids: readonly UserId[]): Promise<Map<UserId, string>> {
  const { rows } = await sql<{ id: UserId; firstName: string }>`/* admin */
    select u.user_id as id, u.first_name as "firstName" from users u where u.user_id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, firstName }) => [id, firstName]))
}

type Counted = { id: UserId; n: number }
const byUser = (rows: readonly Counted[]) => new Map(rows.map(({ id, n }) => [id, n]))

/** Counts live files from the counter table, without reading files. */
export async function countFiles(db: Db, ids: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<Counted>`/* admin */
    select c.user_id as id, sum(c.n)::int as n from file_counts c
    where c.user_id = any(${[...ids]}::bigint[]) and c.kind = 'language' group by c.user_id
  `.execute(db)
  return byUser(rows)
}

export async function countNotes(db: Db, ids: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<Counted>`/* admin */
    select n.user_id as id, count(*)::int as n from notes n
    where n.user_id = any(${[...ids]}::bigint[]) and n.purge_at is null group by n.user_id
  `.execute(db)
  return byUser(rows)
}

export type Seen = { id: UserId; n: number; lastSeenAt: Date }

export async function findSeen(db: Db, ids: readonly UserId[], now: Date): Promise<Map<UserId, Seen>> {
  const { rows } = await sql<Seen>`/* admin */
    select s.user_id as id, count(*)::int as n, max(s.last_seen_at) as "lastSeenAt" from sessions s
    where s.user_id = any(${[...ids]}::bigint[]) and s.expires_at > ${now} group by s.user_id
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function countTokens(db: Db, ids: readonly UserId[], now: Date): Promise<Map<UserId, number>> {
  const { rows } = await sql<Counted>`/* admin */
    select t.user_id as id, count(*)::int as n from access_tokens t
    where t.user_id = any(${[...ids]}::bigint[]) and (t.expires_at is null or t.expires_at > ${now}) group by t.user_id
  `.execute(db)
  return byUser(rows)
}

/** Which of these messenger ids have an account. */
export async function findByMessengerIds(db: Db, messengerIds: readonly string[]): Promise<Map<UserId, string>> {
  if (messengerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: UserId; messengerId: string }>`
    select i.user_id as id, i.provider_uid as "messengerId" from identities i
    where i.provider = 'messenger' and i.provider_uid = any(${[...messengerIds]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, messengerId }) => [id, String(messengerId)]))
}
