import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { UserId } from '#base/ids.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
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

export type ActsRequest = { tokenId: TokenId | null; writesOnly: boolean; cursor: Cursor<'act'> | null; limit: number }

/** Newest first. `writesOnly` selects writes and calls over the HTTP API, whose `tool` is a method and route. */
export async function listActs(
  db: Db,
  userId: UserId,
  { tokenId, writesOnly, cursor, limit }: ActsRequest,
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

/** The writes of a token since a moment that are not undone yet. */
export async function listOpenWrites(db: Db, userId: UserId, tokenId: TokenId, since: Date | null): Promise<Write[]> {
  const { rows } = await sql<Omit<Write, 'resource'> & { resourceType: string; resourceId: string }>`
    select a.id, a.resource_type as "resourceType", a.resource_id as "resourceId", a.title, a.before, a.after
    from agent_acts a where a.user_id = ${userId} and a.token_id = ${tokenId} and a.kind is not null
      and a.resource_type is not null and a.resource_id is not null and a.undone_at is null and (${since}::timestamptz is null or a.at >= ${since})
  `.execute(db)
  return rows.map(({ resourceType, resourceId, ...write }) => ({
    ...write,
    resource: { type: resourceType, id: resourceId },
  }))
}

/** Claims these writes for one undo and returns whether all were still open: of two concurrent undos only one succeeds. */
export async function markUndone(db: Db, userId: UserId, ids: readonly ActId[], now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update agent_acts set undone_at = ${now} where user_id = ${userId} and id = any(${ids}::uuid[]) and undone_at is null
  `.execute(db)
  return numAffectedRows === BigInt(ids.length)
}

export type Agent = { tokenId: TokenId; name: string; writes: number; lastAt: Date }

/** Tokens with undoable writes, the most recent first, revoked tokens included. */
export async function listAgentsWithWrites(db: Db, userId: UserId): Promise<Agent[]> {
  const { rows } = await sql<Agent>`
    select a.token_id as "tokenId", max(a.token_name) as name, count(*)::int as writes, max(a.at) as "lastAt"
    from agent_acts a where a.user_id = ${userId} and a.kind is not null and a.undone_at is null
    group by a.token_id order by max(a.at) desc
  `.execute(db)
  return rows
}

/** Deletes expired audit entries of all users. */
export async function deleteExpired(db: Db, before: Date, limit: number): Promise<number> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select e.user_id as "userId" from agent_acts e where e.at < ${before} order by e.at limit ${limit}
  `
  let deleted = 0
  for (const shard of await shardsOf(db, findUsers)) {
    const { numAffectedRows } = await sql`/* worker */
      delete from agent_acts a using (
        select e.user_id, e.id from agent_acts e where e.at < ${before} ${onShard(shard, 'e.user_id')}
        order by e.at limit ${limit - deleted} for update skip locked
      ) expired where a.user_id = expired.user_id and a.id = expired.id ${onShard(shard, 'a.user_id')}
    `.execute(db)
    deleted += Number(numAffectedRows ?? 0n)
  }
  return deleted
}
