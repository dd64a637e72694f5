import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'

/** A user as admins see them: counts of content, never the content. */
export type Person = {
  id: UserId
  firstName: string
  role: Role
  createdAt: Date
  lastSeenAt: Date
  sessions: number
  tokens: number
  files: number
  notes: number
  /** The role that ADMIN_IDS or PREMIUM_IDS sets at every sign-in. */
  configured: 'admin' | 'premium' | null
}

export type PeopleFilter = { q: string; role: Role | null; before: UserId | null }

export const MAX_QUERY_CHARS = 100

/** Whether a path segment is a user id. */
export function isUserId(text: string): text is UserId {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** Whether the next sign-in restores the configured role: a user in ADMIN_IDS becomes admin again. */
export function isRoleRestoredAtSignIn({ role, configured }: Pick<Person, 'role' | 'configured'>): boolean {
  return configured !== null && configured !== role && role !== 'admin'
}

export function peopleHref({ q, role, before }: PeopleFilter): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(role !== null && { role }),
    ...(before !== null && { before }),
  })
  return query.size === 0 ? '/admin/users' : `/admin/users?${query}`
}
