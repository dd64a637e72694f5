import { addSeconds } from '#base/time.ts'
import { heartbeat } from '#platform/heartbeat.ts'
import { claimUntil } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { retrySeconds } from '../repo.ts'
import * as rows from '../store/mirror-work.ts'

const BEAT_MS = 1_000
const MAX_RETRY_SECONDS = 3_600
const NEXT_TURN_SECONDS = 2

type Parts = {
  /** Returns the commit that is done; null when it needs another turn. */
  run: (signal: AbortSignal) => Promise<string | null>
  /** Whether a run that is stopped leaves something unusable behind. */
  failsWhenStopped: boolean
  onFailure: (error: unknown, failures: number) => void
}

/** Works on a claimed mirror while the claim is held, and records the end. After a failure the next try waits. */
export async function workOnMirror(
  { db, clock, signal }: JobCtx,
  holder: rows.WorkHolder,
  { run, failsWhenStopped, onFailure }: Parts,
): Promise<void> {
  const lost = new AbortController()
  using _beat = heartbeat(
    BEAT_MS,
    () => rows.keepClaim(db, holder, claimUntil(clock())),
    () => lost.abort(new Error('the claim was lost')),
  )
  const letGo = () => rows.letGo(db, holder, addSeconds(clock(), NEXT_TURN_SECONDS))
  const until = AbortSignal.any([signal, lost.signal])
  try {
    const commit = await run(until)
    await (commit === null ? letGo() : rows.putDone(db, holder, commit))
  } catch (error) {
    if (until.aborted && !failsWhenStopped) return await letGo()
    const failures = await rows.failWork(db, holder)
    if (until.aborted) return
    await rows.postpone(db, holder, addSeconds(clock(), retrySeconds(failures, MAX_RETRY_SECONDS)))
    onFailure(error, failures)
  }
}
