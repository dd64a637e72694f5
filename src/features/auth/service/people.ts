import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import * as sessions from '../store/sessions.ts'
import * as store from '../store/users.ts'

export type RoleChange =
  | { outcome: 'changed'; from: Role }
  | { outcome: 'already' } // the role is already set
  | { outcome: 'missing' }
  | { outcome: 'last_admin' } // no admin would be left to appoint another

/**
 * Runs in the caller's transaction, so that the audit entry commits with it. Role changes are serialised: two admins who
 * demote each other concurrently would otherwise both see a remaining admin.
 */
export async function changeRole(trx: Db, userId: UserId, to: Role): Promise<RoleChange> {
  await store.lockRoles(trx)
  const person = await store.findUser(trx, userId)
  if (!person) return { outcome: 'missing' }
  if (person.role === to) return { outcome: 'already' }
  if (person.role === 'admin' && !(await store.hasAdmin(trx, userId))) return { outcome: 'last_admin' }
  await store.setRole(trx, userId, to)
  return { outcome: 'changed', from: person.role }
}

/** Deletes all sessions of a user. Returns how many there were; null when the user does not exist. */
export async function deleteSessionsOf(trx: Db, userId: UserId): Promise<number | null> {
  if (!(await store.findUser(trx, userId))) return null
  return sessions.deleteSessionsOf(trx, userId)
}

/** Finds a user by id, for callers authenticated without a session. */
export async function findPerson(db: Db, userId: UserId): Promise<store.Person | null> {
  return store.findUser(db, userId)
}

export type Person = store.Person

export async function markWelcomeSeen(ctx: UserCtx): Promise<void> {
  await store.markWelcomeSeen(ctx.db, ctx.user.id)
}

export async function setAppearance(ctx: UserCtx, appearance: store.Appearance): Promise<void> {
  // An UPDATE without SET is a syntax error.
  if (Object.values(appearance).some((value) => value !== undefined))
    await store.setAppearance(ctx.db, ctx.user.id, appearance)
}

/** Sets the exported language and theme where this account has not chosen its own. */
export async function importAppearance(
  ctx: UserCtx,
  exported: Pick<store.Person, 'locale' | 'theme'>,
): Promise<'saved' | 'unchanged'> {
  const present = await store.findUser(ctx.db, ctx.user.id)
  const locale = present?.locale === null && exported.locale !== null ? exported.locale : undefined
  const theme = present?.theme === 'system' && exported.theme !== 'system' ? exported.theme : undefined
  await setAppearance(ctx, { locale, theme })
  return locale === undefined && theme === undefined ? 'unchanged' : 'saved'
}
