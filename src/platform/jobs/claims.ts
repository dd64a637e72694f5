import { setTimeout as sleep } from 'node:timers/promises'
import { addSeconds } from '#base/time.ts'
import type { JobCtx } from './job.ts'

/**
 * How long a worker owns a row that it claimed. The row of a dead worker is claimed again after this time, so it must be
 * longer than any send. A sync, which can take longer, has its own claim and renews it.
 *
 * A worker that is slow and not dead may finish after its claim expired, while another one works on the row. Its success
 * still counts. Its failure must not: the store records one only while the row carries the claim of this worker.
 */
const CLAIM_SECONDS = 45

export function claimUntil(now: Date): Date {
  return addSeconds(now, CLAIM_SECONDS)
}

type Queue<Row> = {
  /** Concurrent claims, so that one slow batch does not delay the others. */
  lanes: number
  /**
   * Claims due rows with `for update skip locked`, selected in a materialized `with`: a subquery that a nested loop repeats would
   * claim other rows each time. Empty when none is due.
   */
  claim: (now: Date, until: Date) => Promise<readonly Row[]>
  work: (rows: readonly Row[]) => Promise<void>
}

const LOOK_EVERY_MS = 1_000

/**
 * Claims due rows and works on them until none is due or the job is stopped. A lane that finds nothing looks again while another one works: the
 * scheduler starts the job again only when all of them have ended, which may take a quarter of an hour.
 */
export async function workOnClaims<Row>(
  { clock, signal }: Pick<JobCtx, 'clock' | 'signal'>,
  { lanes, claim, work }: Queue<Row>,
): Promise<void> {
  let hasFailed = false
  let busy = 0
  const noneBusy = new AbortController()
  const look = async (): Promise<boolean> => {
    busy += 1
    try {
      const now = clock()
      const rows = await claim(now, claimUntil(now))
      if (rows.length > 0) await work(rows)
      return rows.length > 0
    } finally {
      busy -= 1
    }
  }
  const lane = async (): Promise<void> => {
    while (!signal.aborted && !hasFailed && !noneBusy.signal.aborted) {
      if (await look()) continue
      if (busy === 0) noneBusy.abort()
      await sleep(LOOK_EVERY_MS, undefined, { signal: noneBusy.signal }).catch(() => undefined)
    }
  }
  const running = Array.from({ length: lanes }, () =>
    lane().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  // Wait for all lanes: rethrowing at once would leave the others running without a caller.
  for (const end of await Promise.allSettled(running)) if (end.status === 'rejected') throw end.reason
}
