import type { Role } from '#base/roles.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { recordAdminAction } from '#platform/admin-actions.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { type Invitation, type InvitationId, KEEP_ENDED_DAYS } from '../invitation.ts'
import { invitationNotFound } from '../problems.ts'
import * as store from '../store/invitations.ts'

const target = (id: InvitationId) => ({ type: 'invitation', id })

/** Only this answer contains the token; the database stores its hash. */
export async function createInvitation(
  ctx: UserCtx,
  { role, note, days }: { role: Role; note: string; days: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = ctx.newToken()
  const id = ctx.newId<'invitation'>()
  const expiresAt = addSeconds(ctx.now, days * SECONDS_PER_DAY)
  await ctx.db.transaction().execute(async (trx) => {
    const made = { id, role, note: note.trim(), createdBy: ctx.user.id, createdAt: ctx.now, expiresAt }
    await store.insertInvitation(trx, sha256(token), made)
    await recordAdminAction(trx, ctx, 'invitation_made', target(id), { role, days })
  })
  return { token, expiresAt }
}

const SHOWN = 100

export async function listInvitations(ctx: UserCtx): Promise<Invitation[]> {
  return store.listInvitations(ctx.db, SHOWN)
}

export async function revokeInvitation(ctx: UserCtx, id: InvitationId): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await store.revokeInvitation(trx, id, ctx.now))) throw invitationNotFound({ invitation_id: id })
    await recordAdminAction(trx, ctx, 'invitation_revoked', target(id))
  })
}

/** Worker job: ended invitations leave the list after a while. */
export async function deleteOldInvitations(db: Ctx['db'], now: Date): Promise<void> {
  await store.deleteOldInvitations(db, addSeconds(now, -KEEP_ENDED_DAYS * SECONDS_PER_DAY))
}
