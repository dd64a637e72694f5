import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Invitation, InvitationId } from '../invitation.ts'

export async function insertInvitation(
  db: Db,
  tokenHash: Buffer,
  { id, role, note, createdBy, createdAt, expiresAt }: Omit<Invitation, 'revokedAt' | 'usedAt' | 'usedBy'>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      id,
      token_hash: tokenHash,
      role,
      note,
      created_by: createdBy,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

const INVITATION = sql`id, role, note, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", used_at as "usedAt", used_by as "usedBy"`

/** Newest first. */
export async function listInvitations(db: Db, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${INVITATION} from invitations order by created_at desc, id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Null when it is unknown, used, revoked or expired. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | null> {
  const { rows } = await sql<Invitation>`
    select ${INVITATION} from invitations
    where token_hash = ${tokenHash} and used_at is null and revoked_at is null and expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

/** Marks it used and returns its role. Two concurrent uses lock the same row, and the second finds it used. */
export async function useInvitation(db: Db, tokenHash: Buffer, usedBy: UserId, now: Date): Promise<Role | null> {
  const row = await db
    .updateTable('invitations')
    .set({ used_at: now, used_by: usedBy })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('role')
    .executeTakeFirst()
  return row?.role ?? null
}

/** False when it is unknown or no longer open. */
export async function revokeInvitation(db: Db, id: InvitationId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute()
}
