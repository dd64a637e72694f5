import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import { uiMessages } from './messages.ts'

export function roleName(role: Role, locale: Locale): string {
  const t = uiMessages(locale)
  return { user: t.roleUser, premium: t.rolePremium, admin: t.roleAdmin }[role]
}
