import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { RepoId } from '../repo.ts'

export type Hook = { hookId: string; userId: UserId; repoId: RepoId; secret: string }

/** The repository has no other webhook: the caller deleted the previous one under the user's lock. */
export async function insertHook(db: Db, { hookId, userId, repoId, secret }: Hook, now: Date): Promise<void> {
  await sql`
    insert into repo_hooks (user_id, repo_id, hook_id, secret, created_at)
    values (${userId}, ${repoId}, ${hookId}, ${secret}, ${now})
  `.execute(db)
  await sql`
    insert into repo_hook_keys (hook_id, user_id, repo_id) values (${hookId}, ${userId}, ${repoId})
  `.execute(db)
}

export async function findHook(db: Db, hookId: string): Promise<Hook | null> {
  const { rows: keys } = await sql<{ userId: UserId; repoId: RepoId }>`
    select k.user_id as "userId", k.repo_id as "repoId" from repo_hook_keys k where k.hook_id = ${hookId}
  `.execute(db)
  const [key] = keys
  if (!key) return null
  const { rows } = await sql<Hook>`
    select h.hook_id as "hookId", h.user_id as "userId", h.repo_id as "repoId", h.secret
    from repo_hooks h where h.user_id = ${key.userId} and h.repo_id = ${key.repoId} and h.hook_id = ${hookId}
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteHook(db: Db, userId: UserId, repoId: RepoId): Promise<void> {
  const { rows } = await sql<{ hookId: string }>`
    delete from repo_hooks where user_id = ${userId} and repo_id = ${repoId} returning hook_id as "hookId"
  `.execute(db)
  for (const { hookId } of rows) await sql`delete from repo_hook_keys where hook_id = ${hookId}`.execute(db)
}
