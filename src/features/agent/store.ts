import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Act, ActId, TokenId, Write } from './act.ts'

export type NewAct = Omit<Act, 'undoneAt'> & { before?: unknown; after?: unknown }

export async function insertAct(db: Db, userId: UserId, act: NewAct): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  await sql`
    insert into agent_acts (user_id, id, token_id, token_name, at, tool, resource_type, resource_id, title, outcome, code,
      kind, before, after)
    values (${userId}, ${act.id}, ${act.tokenId}, ${act.tokenName}, ${act.at}, ${act.tool}, ${act.resource?.type ?? null},
      ${act.resource?.id ?? null}, ${act.title}, ${act.outcome}, ${act.code}, ${act.kind}, ${json(act.before)}::jsonb,
      ${json(act.after)}::jsonb)
  `.execute(db)
}

type Row = Omit<Act, 'resource'> & { resourceType: string | null; resourceId: string | null }

function resourceOf({ resourceType: type, resourceId: id }: Pick<Row, 'resourceType' | 'resourceId'>) {
  return type === null || id === null ? null : { type, id }
}

export type ActsAsk = { tokenId: TokenId | null; writesOnly: boolean; cursor: Cursor<'act'> | null; limit: number }

/** Newest first. Writes are what can be undone, and whatever else was done over the API: those acts are told by their route. */
export async function listActs(
  db: Db,
  userId: UserId,
  { tokenId, writesOnly, cursor, limit }: ActsAsk,
): Promise<Act[]> {
  const { rows } = await sql<Row>`
    select a.id, a.token_id as "tokenId", a.token_name as "tokenName", a.at, a.tool, a.resource_type as "resourceType",
      a.resource_id as "resourceId", a.title, a.outcome, a.code, a.kind, a.undone_at as "undoneAt"
    from agent_acts a where a.user_id = ${userId}
      ${tokenId === null ? sql`` : sql`and a.token_id = ${tokenId}`}
      ${writesOnly ? sql`and (a.kind is not null or a.tool like '% /%')` : sql``}
      ${cursor ? sql`and a.id < ${cursor.id}` : sql``}
    order by a.id desc limit ${limit}
  `.execute(db)
  return rows.map((row) => {
    const { resourceType: _type, resourceId: _id, ...act } = row
    return { ...act, resource: resourceOf(row) }
  })
}

/** What a token wrote since then and nobody took back. */
export async function openWrites(db: Db, userId: UserId, tokenId: TokenId, since: Date | null): Promise<Write[]> {
  const { rows } = await sql<Omit<Write, 'resource'> & { resourceType: string; resourceId: string }>`
    select a.id, a.resource_type as "resourceType", a.resource_id as "resourceId", a.title, a.before, a.after
    from agent_acts a where a.user_id = ${userId} and a.token_id = ${tokenId} and a.kind is not null
      and a.undone_at is null and (${since}::timestamptz is null or a.at >= ${since})
  `.execute(db)
  return rows.map(({ resourceType, resourceId, ...write }) => ({
    ...write,
    resource: { type: resourceType, id: resourceId },
  }))
}

/** Takes these for this undo alone, and says whether all were still to be had: of two undos at once, one does it. */
export async function markUndone(db: Db, userId: UserId, ids: readonly ActId[], now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update agent_acts set undone_at = ${now} where user_id = ${userId} and id = any(${ids}::uuid[]) and undone_at is null
  `.execute(db)
  return numAffectedRows === BigInt(ids.length)
}

export type Agent = { tokenId: TokenId; name: string; writes: number; lastAt: Date }

/** Tokens that left something to undo, the latest first; revoked ones too. */
export async function agentsWithWrites(db: Db, userId: UserId): Promise<Agent[]> {
  const { rows } = await sql<Agent>`
    select a.token_id as "tokenId", max(a.token_name) as name, count(*)::int as writes, max(a.at) as "lastAt"
    from agent_acts a where a.user_id = ${userId} and a.kind is not null and a.undone_at is null
    group by a.token_id order by max(a.at) desc
  `.execute(db)
  return rows
}

/** Acts past their time, over all users of this node. */
export async function dropExpired(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`/* worker */
    delete from agent_acts a using (
      select e.user_id, e.id from agent_acts e where e.at < ${before} order by e.at limit ${limit} for update skip locked
    ) expired where a.user_id = expired.user_id and a.id = expired.id
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
