import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Quota } from '#platform/db/quota.ts'
import { tooManyShares } from '../problems.ts'
import type { NewShare, ShareId, ShareKind } from '../share.ts'
import * as store from '../store/shares.ts'

export type Address = Pick<NewShare, 'key' | 'seed'>

export function newAddress(ctx: UserCtx, kind: ShareKind, id: ShareId): Address {
  return kind === 'internal' ? { key: id, seed: null } : addressOf(ctx.newToken())
}

/** The address of the public link with this seed. */
export function addressOf(seed: string): Address {
  return { key: sha256(seed).toString('base64url'), seed }
}

const MAX_SHARES = 1_000

export function shareQuota(ctx: UserCtx): Quota {
  return { max: MAX_SHARES, count: (trx) => store.countShares(trx, ctx.user.id), exceeded: tooManyShares }
}
