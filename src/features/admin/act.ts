import type { Id, UserId } from '#base/ids.ts'

/** One audit entry with the current names of its actor and target. */
export type ShownAuditEntry = {
  id: Id<'act'>
  at: Date
  actorId: UserId
  actorName: string | null
  act: string
  target: { type: string; id: string }
  targetName: string | null
  detail: Readonly<Record<string, string | number | boolean>>
}

/** The id that stands for a command in the operator's shell. */
export const OPERATOR = '0'

/** The URL of the target; null when it has no page. */
export function targetHref({ target }: Pick<ShownAuditEntry, 'target'>): string | null {
  switch (target.type) {
    case 'user':
      return `/admin/users?q=${encodeURIComponent(target.id)}`
    case 'invitation':
      return '/admin/users#invitations'
    case 'job':
      return `/admin/jobs#${encodeURIComponent(target.id)}`
    case 'announcement':
      return '/admin/announcements'
    case 'alert':
      return '/admin/observability'
    default:
      return null
  }
}
