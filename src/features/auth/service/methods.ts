import type { UserCtx } from '#platform/ctx.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Identity, MAX_METHODS, type MethodId, type SignInMethod } from '../identity.ts'
import { identityTaken, lastMethod, methodNotFound, tooManyMethods } from '../problems.ts'
import * as store from '../store/identities.ts'
import { deletePassword } from '../store/passwords.ts'
import { isUsable, type Ways } from '../sign-in-methods.ts'

export async function listMethods(ctx: UserCtx): Promise<SignInMethod[]> {
  return store.listMethods(ctx.db, ctx.user.id)
}

/**
 * Adds a verified identity to the signed-in user, in the caller's transaction. Two accounts are never joined: an identity that
 * belongs to somebody else is refused.
 */
export async function linkIdentity(trx: Db, ctx: UserCtx, identity: Identity, name: string): Promise<MethodId> {
  await lockUser(trx, ctx.user.id)
  const methods = await store.listMethods(trx, ctx.user.id)
  if (methods.length >= MAX_METHODS) throw tooManyMethods({ max: MAX_METHODS })
  if ((await store.claimIdentity(trx, identity, ctx.user.id, ctx.now)) !== ctx.user.id) throw identityTaken()
  const known = methods.find((each) => isSame(each, identity))
  const id = known?.id ?? ctx.newId<'sign_in_method'>()
  if (!known)
    await store.insertMethod(trx, ctx.user.id, { ...identity, id, name, createdAt: ctx.now, lastUsedAt: null })
  return id
}

function isSame(a: Identity, b: Identity): boolean {
  return a.method === b.method && a.issuer === b.issuer && a.subject === b.subject
}

export async function renameMethod(ctx: UserCtx, id: MethodId, name: string): Promise<void> {
  if (!(await store.renameMethod(ctx.db, ctx.user.id, id, name.trim()))) throw methodNotFound({ method_id: id })
}

/** Refuses to remove the last way in that this installation still offers: nobody may lock themself out. */
export async function removeMethod(ctx: UserCtx, id: MethodId, ways: Ways): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // Without the lock two concurrent requests could each remove the other's last remaining method.
    await lockUser(trx, ctx.user.id)
    const methods = await store.listMethods(trx, ctx.user.id)
    const method = methods.find((each) => each.id === id)
    if (!method) throw methodNotFound({ method_id: id })
    if (!methods.some((other) => other.id !== id && isUsable(other, ways))) throw lastMethod({ method_id: id })
    if (method.method === 'password') await deletePassword(trx, ctx.user.id)
    await store.deleteMethod(trx, ctx.user.id, method)
  })
}
