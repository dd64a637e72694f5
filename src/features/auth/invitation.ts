import type { Id, UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'

export type InvitationId = Id<'invitation'>

export type Invitation = {
  id: InvitationId
  role: Role
  /** For the admin, to remember whom it is for. */
  note: string
  createdBy: UserId
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  usedAt: Date | null
  usedBy: UserId | null
}

/** Days that an invitation can be valid. */
export const INVITATION_DAYS = [1, 7, 30] as const
export const MAX_NOTE_CHARS = 80
/** The element that holds the link of a new one. */
export const INVITATION_LINK_ID = 'invitation-link'
/** Ended invitations stay on the list of admins for so long. */
export const KEEP_ENDED_DAYS = 30

export function invitationState(
  { revokedAt, usedAt, expiresAt }: Invitation,
  now: Date,
): 'open' | 'used' | 'revoked' | 'expired' {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return expiresAt > now ? 'open' : 'expired'
}

/** Who may make an account: nobody, those with an invitation, or everybody. */
export const REGISTRATIONS = ['closed', 'invitation', 'open'] as const
export type Registration = (typeof REGISTRATIONS)[number]
