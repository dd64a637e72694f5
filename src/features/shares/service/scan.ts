import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import type { Scan } from '../preparation.ts'
import { type Finding, findSecrets } from '../secrets/find.ts'

/** Two megabytes of ordinary text take less than half a second. */
export const DEADLINE_MS = 3_000
/** More findings cannot be reviewed one by one. */
const MAX_FINDINGS = 500

export const findSecretsTask: Task<Packed, Scan> = {
  name: 'find-secrets',
  deadlineMs: DEADLINE_MS,
  run: (packed) => toScan(findSecrets(unpackBody(packed))),
}

export function toScan(found: Finding[]): Scan {
  return { findings: found.slice(0, MAX_FINDINGS), isComplete: found.length <= MAX_FINDINGS }
}

/** An unfinished scan is a result of its own, never "nothing found". */
export async function scan(ctx: UserCtx, packed: Packed): Promise<Scan> {
  try {
    return await ctx.offload(findSecretsTask, packed)
  } catch (error) {
    if (isDeadlineOrBusy(error)) return { findings: [], isComplete: false }
    throw error
  }
}
