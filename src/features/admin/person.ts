import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'

/** Somebody as an admin sees them: how much they have, and nothing of what it is. */
export type Person = {
  id: UserId
  firstName: string
  role: Role
  createdAt: Date
  lastSeenAt: Date
  sessions: number
  files: number
  notes: number
  /** The role that ADMIN_IDS or PREMIUM_IDS gives them at every sign-in. */
  configured: 'admin' | 'premium' | null
}

export type PeopleFilter = { q: string; role: Role | null; before: UserId | null }

export const MAX_QUERY_CHARS = 100

/** Our own numbers of people, as they stand in an address. */
export function isUserId(text: string): text is UserId {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** A role that would come back by itself: somebody in ADMIN_IDS is an admin again when they next sign in. */
export function comesBack({ role, configured }: Pick<Person, 'role' | 'configured'>): boolean {
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
