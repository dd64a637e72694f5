import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { RepoId } from '../repo.ts'

export type Hook = { hookId: string; userId: UserId; repoId: RepoId; secret: string }

export async function insertHook(db: Db, { hookId, userId, repoId, secret }: Hook, now: Date): Promise<void> {
  await sql`
    insert into repo_hooks (hook_id, user_id, repo_id, secret, created_at)
    values (${hookId}, ${userId}, ${repoId}, ${secret}, ${now})
  `.execute(db)
}

export async function findHook(db: Db, hookId: string): Promise<Hook | null> {
  const { rows } = await sql<Hook>`
    select h.hook_id as "hookId", h.user_id as "userId", h.repo_id as "repoId", h.secret
    from repo_hooks h where h.hook_id = ${hookId}
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteHooks(db: Db, userId: UserId, repoId: RepoId): Promise<void> {
  await sql`delete from repo_hooks where user_id = ${userId} and repo_id = ${repoId}`.execute(db)
}
