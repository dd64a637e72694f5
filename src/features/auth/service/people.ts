import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import type { Db } from '#platform/db/pool.ts'
import * as store from '../store.ts'

export type RoleChange =
  | { outcome: 'changed'; from: Role }
  | { outcome: 'already' } // as asked: nothing to write
  | { outcome: 'missing' }
  | { outcome: 'last_admin' } // nobody would be left who could make one

/**
 * In the caller's transaction, so that the record of it commits with it. One change of a role at a time: two admins who
 * demote each other in the same moment would otherwise both see that there is another one.
 */
export async function changeRole(trx: Db, userId: UserId, to: Role): Promise<RoleChange> {
  await store.lockRoles(trx)
  const person = await store.findUser(trx, userId)
  if (!person) return { outcome: 'missing' }
  if (person.role === to) return { outcome: 'already' }
  if (person.role === 'admin' && !(await store.hasOtherAdmin(trx, userId))) return { outcome: 'last_admin' }
  await store.setRole(trx, userId, to)
  return { outcome: 'changed', from: person.role }
}

/** Signs somebody out everywhere. How many sessions there were; null when there is no such person. */
export async function endSessionsOf(trx: Db, userId: UserId): Promise<number | null> {
  if (!(await store.findUser(trx, userId))) return null
  return store.deleteSessionsOf(trx, userId)
}
