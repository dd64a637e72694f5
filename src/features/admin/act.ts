import type { Id, UserId } from '#base/ids.ts'

/** One line of the record, with the names that its numbers have today. */
export type ShownAct = {
  id: Id<'act'>
  at: Date
  actorId: UserId
  actorName: string | null
  act: string
  target: { type: string; id: string }
  targetName: string | null
  detail: Readonly<Record<string, string | number | boolean>>
}

/** Where the thing can be looked at; null for what has no page. */
export function targetHref({ target }: Pick<ShownAct, 'target'>): string | null {
  switch (target.type) {
    case 'user':
      return `/admin/users?q=${encodeURIComponent(target.id)}`
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
