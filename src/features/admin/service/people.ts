import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import { recordAdminAction } from '#platform/admin-actions.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as auth from '#features/auth/public.ts'
import { revokeTokensOf } from '#features/tokens/public.ts'
import type { PeopleFilter, Person } from '../person.ts'
import { isUserId } from '../person.ts'
import { lastAdmin, personNotFound } from '../problems.ts'
import * as store from '../store.ts'

/** Messenger ids that configuration gives a role. */
export type ConfiguredRoles = { admins: ReadonlySet<string>; premium: ReadonlySet<string> }

export type PeoplePage = { people: Person[]; next: UserId | null }

const PAGE = 25

export async function listPeople(ctx: UserCtx, filter: PeopleFilter, roles: ConfiguredRoles): Promise<PeoplePage> {
  const rows = await store.findPeople(ctx.db, { ...filter, ids: await idsMeant(ctx, filter.q) }, PAGE + 1)
  const people = await withFacts(ctx, rows.slice(0, PAGE), roles)
  return { people, next: rows.length > PAGE ? (people.at(-1)?.id ?? null) : null }
}

/** The number may be a user id or a messenger id. */
async function idsMeant({ db }: UserCtx, q: string): Promise<UserId[]> {
  const number = q.trim()
  if (!isUserId(number)) return []
  return [number, ...(await store.findByMessengerIds(db, [number])).keys()]
}

async function withFacts(
  { db, now }: UserCtx,
  rows: readonly store.PersonRow[],
  roles: ConfiguredRoles,
): Promise<Person[]> {
  const ids = rows.map(({ id }) => id)
  const [seen, tokens, files, notes, admins, premium] = await Promise.all([
    store.findSeen(db, ids, now),
    store.countTokens(db, ids, now),
    store.countFiles(db, ids),
    store.countNotes(db, ids),
    store.findByMessengerIds(db, [...roles.admins]),
    store.findByMessengerIds(db, [...roles.premium]),
  ])
  return rows.map(({ lastSignInAt, ...row }) => ({
    ...row,
    lastSeenAt: seen.get(row.id)?.lastSeenAt ?? lastSignInAt,
    sessions: seen.get(row.id)?.n ?? 0,
    tokens: tokens.get(row.id) ?? 0,
    files: files.get(row.id) ?? 0,
    notes: notes.get(row.id) ?? 0,
    configured: admins.has(row.id) ? 'admin' : premium.has(row.id) ? 'premium' : null,
  }))
}

/** For the notice about the last action. */
export async function nameOf({ db }: UserCtx, userId: UserId): Promise<string | null> {
  return (await store.namesOf(db, [userId])).get(userId) ?? null
}

const person = (id: UserId) => ({ type: 'user', id })

/** Returns the previous role. Setting the current role changes nothing and is not recorded. */
export async function changeRole(ctx: UserCtx, userId: UserId, to: Role): Promise<Role> {
  return ctx.db.transaction().execute(async (trx) => {
    const change = await auth.changeRole(trx, userId, to)
    if (change.outcome === 'missing') throw personNotFound({ user_id: userId })
    if (change.outcome === 'last_admin') throw lastAdmin({ user_id: userId })
    if (change.outcome === 'already') return to
    await recordAdminAction(trx, ctx, 'role_changed', person(userId), { from: change.from, to })
    return change.from
  })
}

/** Deletes every session and revokes every token, because either would keep the user or a thief signed in. */
export async function endAccess(ctx: UserCtx, userId: UserId): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const count = await auth.deleteSessionsOf(trx, userId)
    if (count === null) throw personNotFound({ user_id: userId })
    const tokens = await revokeTokensOf(trx, userId)
    await recordAdminAction(trx, ctx, 'sessions_ended', person(userId), { count, tokens })
  })
}
