import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import { type LineRange, overlap } from '#features/viewer/public.ts'
import type { Scan } from '../preparation.ts'
import { type Finding, findSecrets } from '../secrets/find.ts'

/** Two megabytes of ordinary text take less than half a second. */
export const DEADLINE_MS = 3_000
/** More findings cannot be reviewed one by one. */
const MAX_FINDINGS = 500

type ScanJob = { packed: Packed; range: LineRange | null }

/** The whole text is scanned, because a secret can begin before the range. */
export const findSecretsTask: Task<ScanJob, Scan> = {
  name: 'find-secrets',
  deadlineMs: DEADLINE_MS,
  run: ({ packed, range }) => toScan(findSecrets(unpackBody(packed)).flatMap((found) => inRange(found, range))),
}

function inRange(finding: Finding, range: LineRange | null): Finding[] {
  const shared = { ...finding, ...overlap(finding, range) }
  return shared.from <= shared.to ? [shared] : []
}

export function toScan(found: Finding[]): Scan {
  return { findings: found.slice(0, MAX_FINDINGS), isComplete: found.length <= MAX_FINDINGS }
}

/** An unfinished scan is a result of its own, never "nothing found". */
export async function scan(ctx: UserCtx, packed: Packed, range: LineRange | null): Promise<Scan> {
  try {
    return await ctx.offload(findSecretsTask, { packed, range })
  } catch (error) {
    if (isDeadlineOrBusy(error)) return { findings: [], isComplete: false }
    throw error
  }
}
