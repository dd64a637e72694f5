import type { UserCtx } from '#platform/ctx.ts'
import { expectedDefinitions, storedDefinitions } from '#platform/db/definitions.ts'
import { checkExpiryIndex, type ExpiryIndex } from '#features/files/public.ts'
import { type Verified, verify } from '../verify.ts'

export type Verification = { parts: Verified[]; recycleBin: ExpiryIndex }

/** Looks and changes nothing. The expiry index is told of as at every start. */
export async function verifyIndexes(ctx: UserCtx): Promise<Verification> {
  const recycleBin = await checkExpiryIndex(ctx)
  return { parts: verify(expectedDefinitions(), await storedDefinitions(ctx.db)), recycleBin }
}
