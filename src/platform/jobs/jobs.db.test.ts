import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { witnessEvent } from '../../../test/events/witness.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import type { Emit } from '../events/event.ts'
import { acquireLeaderLease, type LeaderLease, releaseLeaderLease } from '../lease.ts'
import { newId } from '../random.ts'
import { startHelping } from './helping.ts'
import type { Job, JobCtx } from './job.ts'
import { startTerm } from './leading.ts'
import { reconcile } from './reconcile.ts'
import { latestRuns, requestRun, writeProgress } from './runs.ts'

/** Longer than vi.waitFor's own second, which a busy machine exceeds. */
const WAIT = { timeout: 15_000 }

let app: TestApp
let lease: LeaderLease
let emitted: { name: string; fields: Record<string, unknown> }[]
let logged: unknown[]
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.pool.query('truncate job_runs, job_requests, job_locks')
  emitted = []
  logged = []
  lease = await lead()
})

async function lead(): Promise<LeaderLease> {
  const got = await acquireLeaderLease(app.db, 'worker', 'test', 60)
  if (!got) throw new Error('the lease is taken')
  return got
}

const emit: Emit = (type, fields) => {
  witnessEvent(type.name, fields)
  emitted.push({ name: type.name, fields })
}
const named = (name: string) => emitted.filter((each) => each.name === name)

function parts(jobs: Job[], disabled: string[] = []) {
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const clock = () => app.clock.now
  return {
    db: app.db,
    clock,
    emit,
    log,
    newId: <Kind extends string>() => newId<Kind>(clock()),
    owner: 'test',
    jobs,
    disabled,
    lease: () => lease,
  }
}

function job(run: (ctx: JobCtx) => Promise<void>, more: Partial<Job> = {}): Job {
  return { id: 'sweep', title: { he: 'ניקוי', en: 'Sweep' }, everySeconds: 60, timeLimitSeconds: 60, run, ...more }
}

async function oneRound(jobs: Job[], disabled?: string[]): Promise<void> {
  const leading = await startTerm(parts(jobs, disabled), lease)
  await leading.startDueJobs()
  await leading.idle()
}
const runs = () => latestRuns(app.db, ['sweep'], 10)

/** The state that a process leaves when it is killed in the middle of a run. */
async function leaveOpen(count = 1, jobs: (i: number) => string = (i) => `left-${i}`): Promise<void> {
  for (let i = 0; i < count; i++)
    await app.pool.query(
      `insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, processed, stuck_reported)
       values (gen_random_uuid(), $1, 'running', 'schedule', 'dead', 0, now() - interval '1 hour', 3, false)`,
      [jobs(i)],
    )
}

describe('a run', () => {
  test('emits job_started and job_completed, and records progress and end', async () => {
    await oneRound([job(async ({ progress }) => progress(7, 7))])
    expect(emitted.map(({ name }) => name)).toEqual(['job_started', 'job_completed'])
    expect(await runs()).toMatchObject([
      { status: 'completed', trigger: 'schedule', processed: 7, total: 7, owner: 'test' },
    ])
  })

  test('emits job_failed with the kind of error, without its message, which may quote user data', async () => {
    await oneRound([job(() => Promise.reject(new RangeError('Dana wrote: secret')))])
    expect(named('job_failed')).toMatchObject([{ fields: { failure_reason: 'exception', error: 'RangeError' } }])
    expect(JSON.stringify([emitted, await runs()])).not.toContain('secret')
  })

  test('fails and is aborted when it exceeds its time limit', async () => {
    let stopped = false
    await oneRound([
      job(
        ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              stopped = true
              resolve()
            })
          }),
        { timeLimitSeconds: 0.05 },
      ),
    ])
    expect(stopped).toBe(true)
    expect(await runs()).toMatchObject([{ status: 'failed', failureReason: 'time_limit' }])
  })

  test('is cancelled, not failed, when leadership is lost, and is abandoned when it ignores the abort', async () => {
    const leading = await startTerm(parts([job(() => new Promise(() => {}))]), lease)
    await leading.startDueJobs()
    await vi.waitFor(async () => expect(await runs()).toHaveLength(1), WAIT)
    leading.abort()
    await leading.idle()
    expect(await runs()).toMatchObject([{ status: 'cancelled', failureReason: 'leadership_lost' }])
    expect(named('job_failed')).toEqual([])
  })

  test('finishes its current item when it is aborted', async () => {
    let isWrittenDown = false
    const sending = job(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setTimeout(resolve, 300))
      isWrittenDown = true
    })
    const leading = await startTerm(parts([sending]), lease)
    await leading.startDueJobs()
    await vi.waitFor(async () => expect(await runs()).toHaveLength(1), WAIT)
    leading.abort()
    await leading.idle()
    expect(isWrittenDown).toBe(true)
  })

  test('retries recording its end until the store is back, and the job runs again', async () => {
    const hiding = job(async () => {
      await app.pool.query('alter table job_runs rename to job_runs_away')
    })
    const leading = await startTerm(parts([hiding]), lease)
    await leading.startDueJobs()
    await vi.waitFor(() => expect(JSON.stringify(logged)).toContain('could not be recorded yet'), WAIT)
    await app.pool.query('alter table job_runs_away rename to job_runs')
    await leading.idle()
    expect(await runs()).toMatchObject([{ status: 'completed' }])
    app.advance(60)
    await oneRound([job(() => Promise.resolve())])
    expect(await runs()).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  })

  test('is due again when the interval since its last start has passed, also for the next leader', async () => {
    const run = vi.fn(() => Promise.resolve())
    await oneRound([job(run)])
    await oneRound([job(run)])
    expect(run).toHaveBeenCalledTimes(1)
    app.advance(60)
    await oneRound([job(run)])
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('is not recorded when a polling job found no work', async () => {
    const run = vi.fn(() => Promise.resolve())
    await oneRound([job(run, { hasWork: () => Promise.resolve(false) })])
    expect(run).not.toHaveBeenCalled()
    expect(await runs()).toEqual([])
  })

  test('emits job_skipped with reason disabled', async () => {
    const run = vi.fn(() => Promise.resolve())
    await requestRun(app.db, 'sweep', app.clock.now)
    await oneRound([job(run)], ['sweep'])
    expect(run).not.toHaveBeenCalled()
    expect(named('job_skipped')).toMatchObject([{ fields: { reason: 'disabled', trigger: 'manual' } }])
    expect(await runs()).toMatchObject([{ status: 'skipped', failureReason: 'disabled' }])
  })

  test('emits job_skipped when it is requested while it runs, here or in another process', async () => {
    let finish = () => {}
    const leading = await startTerm(parts([job(() => new Promise((resolve) => (finish = resolve)))]), lease)
    await leading.startDueJobs()
    await vi.waitFor(async () => expect(await runs()).toHaveLength(1), WAIT)
    await requestRun(app.db, 'sweep', app.clock.now)
    await leading.startDueJobs()
    expect(named('job_skipped')).toMatchObject([{ fields: { reason: 'already_running' } }])
    app.advance(60)
    await oneRound([job(() => Promise.resolve())]) // a second process with the same lease: the table itself refuses
    expect(named('job_skipped')).toHaveLength(2)
    finish()
    await leading.idle()
  })

  test('starts once on an admin’s request', async () => {
    const run = vi.fn(() => Promise.resolve())
    await oneRound([job(run)])
    await requestRun(app.db, 'sweep', app.clock.now)
    await requestRun(app.db, 'sweep', app.clock.now)
    await oneRound([job(run)])
    expect((await runs()).map(({ trigger }) => trigger).toSorted()).toEqual(['manual', 'schedule'])
  })

  test('emits job_stuck once, after 20 minutes', async () => {
    await app.pool.query(
      `insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, processed, stuck_reported)
       values (gen_random_uuid(), 'sweep', 'running', 'schedule', 'x', $1, $2, 0, false)`,
      [String(lease.epoch), app.clock.now],
    )
    const other = job(() => Promise.resolve(), { id: 'other' })
    app.advance(19 * 60)
    await oneRound([other])
    expect(named('job_stuck')).toEqual([])
    app.advance(60)
    await oneRound([other])
    await oneRound([other])
    expect(named('job_stuck')).toMatchObject([{ fields: { resource: { type: 'job', id: 'sweep' }, minutes: 20 } }])
  })
})

describe('S41: runs that an earlier holder left open', () => {
  test('are closed at the next start with one summary event', async () => {
    await leaveOpen(3)
    await reconcile(parts([]), lease)
    expect(emitted).toMatchObject([{ name: 'job_runs_reconciled', fields: { count: 3, skipped: 0, truncated: false } }])
    expect(emitted[0]?.fields['job_ids_sample']).toEqual(expect.arrayContaining(['left-0', 'left-1', 'left-2']))
    expect(await latestRuns(app.db, ['left-1'], 1)).toMatchObject([{ status: 'failed', failureReason: 'orphaned' }])
  })

  test('are counted in full, sampled at 20 and closed at most 2,000 at once', async () => {
    await app.pool.query(
      `insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, processed, stuck_reported)
       select gen_random_uuid(), 'left-' || i, 'running', 'schedule', 'dead', 0, now() - interval '1 hour', 0, false
       from generate_series(1, 2100) i`,
    )
    await reconcile(parts([]), lease)
    const [summary] = named('job_runs_reconciled')
    expect(summary?.fields).toMatchObject({ count: 2000, skipped: 0, truncated: true })
    expect(summary?.fields['job_ids_sample']).toHaveLength(20)
  })

  test('log count zero and emit no event when there are none', async () => {
    await reconcile(parts([]), lease)
    expect(emitted).toEqual([])
    expect(logged).toMatchObject([{ msg: 'job_runs_reconciled', count: 0 }])
  })

  test('exclude the runs of the current leader', async () => {
    await leaveOpen()
    await app.pool.query('update job_runs set epoch = $1', [String(lease.epoch)])
    await reconcile(parts([]), lease)
    expect(emitted).toEqual([])
  })

  test('keep their own ending and count as skipped when they end between the read and the update', async () => {
    await leaveOpen(2)
    await whileRowIsLocked(
      app.pool,
      { sql: "select from job_runs where job_id = 'left-0' for update", values: [] },
      async (rival) => {
        await rival.query("update job_runs set status = 'completed', ended_at = now() where job_id = 'left-0'")
        return { waiting: reconcile(parts([]), lease) }
      },
    )
    expect(named('job_run_reconcile_skipped')).toHaveLength(1)
    expect(named('job_runs_reconciled')).toMatchObject([{ fields: { count: 1, skipped: 1 } }])
    expect(await latestRuns(app.db, ['left-0'], 1)).toMatchObject([{ status: 'completed' }])
  })

  test('emit jobs_orphan_reconcile_skipped with reason no_lock without the lock', async () => {
    await reconcile(parts([]), null)
    expect(emitted).toEqual([{ name: 'jobs_orphan_reconcile_skipped', fields: { reason: 'no_lock' } }])
  })

  test('emit jobs_orphan_reconcile_skipped with reason no_db without the table', async () => {
    await app.pool.query('alter table job_runs rename to away')
    try {
      await reconcile(parts([]), lease)
    } finally {
      await app.pool.query('alter table away rename to job_runs')
    }
    expect(emitted).toEqual([{ name: 'jobs_orphan_reconcile_skipped', fields: { reason: 'no_db' } }])
  })

  test('emit jobs_orphan_reconcile_timed_out at the time limit', async () => {
    await leaveOpen()
    const client = await app.pool.connect()
    await client.query('begin')
    await client.query('lock table job_runs in access exclusive mode')
    await reconcile({ ...parts([]), timeoutSeconds: 0.05 }, lease)
    await client.query('rollback')
    client.release()
    expect(emitted).toMatchObject([{ name: 'jobs_orphan_reconcile_timed_out' }])
  })

  test('emit jobs_orphan_reconcile_failed on an exception, and log the traceback', async () => {
    await leaveOpen()
    await app.pool.query("alter table job_runs add constraint odd check (failure_reason is distinct from 'orphaned')")
    try {
      await reconcile(parts([]), lease)
    } finally {
      await app.pool.query('alter table job_runs drop constraint odd')
    }
    expect(emitted).toMatchObject([{ name: 'jobs_orphan_reconcile_failed' }])
    expect(JSON.stringify(logged)).toContain('stack')
  })

  test('cannot be re-opened by a late write of the previous leader', async () => {
    await leaveOpen()
    const open = await latestRuns(app.db, ['left-0'], 1)
    await reconcile(parts([]), lease)
    for (const { runId } of open) expect(await writeProgress(app.db, runId, 99, 100)).toBe(false)
    expect(await latestRuns(app.db, ['left-0'], 1)).toMatchObject([{ status: 'failed', processed: 3 }])
  })
})

describe('a worker that does not lead', () => {
  const shared = (run: (ctx: JobCtx) => Promise<void>, more: Partial<Job> = {}) => job(run, { isShared: true, ...more })

  async function helpOnce(jobs: Job[], disabled?: string[]): Promise<void> {
    const helping = startHelping(parts(jobs, disabled))
    helping.startDueJobs()
    await helping.idle()
  }

  test('takes part in shared jobs that are enabled and have work, and records no run', async () => {
    const ran: string[] = []
    const named = (id: string, more: Partial<Job> = {}) => shared(async () => void ran.push(id), { id, ...more })
    await helpOnce(
      [
        named('shared'),
        job(async () => void ran.push('of the leader'), { id: 'of the leader' }),
        named('without work', { hasWork: async () => false }),
        named('disabled'),
      ],
      ['disabled'],
    )
    expect(ran).toEqual(['shared'])
    expect(await latestRuns(app.db, ['shared'], 10)).toEqual([])
    expect(emitted).toEqual([])
  })

  test('starts a shared job again only when its interval has passed and its last start has ended', async () => {
    let end = () => {}
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const helping = startHelping(parts([shared(run)]))
    helping.startDueJobs()
    app.advance(60)
    helping.startDueJobs()
    expect(run).toHaveBeenCalledTimes(1)
    end()
    await helping.idle()
    helping.startDueJobs()
    expect(run).toHaveBeenCalledTimes(2)
    end()
    await helping.idle()
    helping.startDueJobs()
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('stops its shared jobs when it becomes the leader, and helps again when it is not', async () => {
    const signals: AbortSignal[] = []
    const waiting = shared(async ({ signal }) => {
      signals.push(signal)
      if (signals.length === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const helping = startHelping(parts([waiting]))
    helping.startDueJobs()
    helping.abort()
    await helping.idle()
    app.advance(60)
    helping.startDueJobs()
    await helping.idle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('logs the failure of a shared job and goes on with the others', async () => {
    const other = vi.fn(() => Promise.resolve())
    await helpOnce([shared(() => Promise.reject(new Error('no claim'))), shared(other, { id: 'other' })])
    expect(other).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(logged)).toContain('no claim')
  })
})

test('the next leader has a higher epoch', async () => {
  await releaseLeaderLease(app.db, 'worker', lease)
  expect((await lead()).epoch).toBe(lease.epoch + 1n)
})
