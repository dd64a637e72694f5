import type { UserCtx } from '#platform/ctx.ts'
import { expectedDefinitions, storedDefinitions } from '#platform/db/schema-definitions.ts'
import { checkExpiryIndex, type ExpiryIndex } from '#features/files/public.ts'
import { type Verified, verify } from '../verify.ts'

export type Verification = { parts: Verified[]; recycleBin: ExpiryIndex }

/** Read-only. Emits the event about a missing expiry index, as startup does. */
export async function verifyIndexes(ctx: UserCtx): Promise<Verification> {
  const recycleBin = await checkExpiryIndex(ctx)
  return { parts: verify(expectedDefinitions(), await storedDefinitions(ctx.db)), recycleBin }
}
