import type { Job } from '#platform/jobs/job.ts'
import { startScheduler } from '#platform/jobs/scheduler.ts'
import { electLeader } from '#platform/leader.ts'
import { serveMetrics } from '#platform/metrics/metrics.ts'
import { newId } from '#platform/random.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'
import { checkExpiryIndex } from '#features/files/public.ts'
import { listenToBot } from './bot.ts'
import { allJobs } from './jobs.ts'
import { openWorkerParts, type WorkerParts } from './parts.ts'
import { measureWorker } from './worker-metrics.ts'
import { closeProcess, holderName, onStop, openProcess } from './process.ts'

/** Not the web's port range: two processes of one host would take each other's port. */
const METRICS_PORT = 9474

/** Runs jobs. One process leads at a time; the others stand by. */
export async function startWorker(parts: WorkerParts): Promise<{ stop: () => Promise<void> }> {
  const { config, log, database, events, metrics, tracing, clock, sender } = parts
  const { db } = database
  const emit = events.emitFor(null)
  const leader = electLeader(db, 'worker', holderName(), log, (lease) =>
    log.info({ epoch: String(lease.epoch) }, 'leading'),
  )
  await leader.decided
  const isLeading = () => leader.lease() !== null
  const jobs = allJobs(parts).map((job) => (tracing ? traced(job, tracing) : job))
  measureWorker(metrics, { db, clock, log, config, jobs, isLeading })
  const scheduler = startScheduler({
    db,
    clock,
    emit,
    log,
    newId: () => newId(clock()),
    owner: holderName(),
    jobs,
    disabled: config.jobsDisabled,
    lease: leader.lease,
  })
  const { origin } = config.http
  const bot = parts.bot && listenToBot({ ...parts.bot, origin, clock, log, isLeading })
  const stop = async () => {
    await bot?.stop()
    await scheduler.stop()
    await leader.stop()
    if (sender.ready) sender.close()
  }
  return { stop }
}

/** `codeshelf worker`: the background process. */
export async function run(): Promise<void> {
  const parts = openWorkerParts(await openProcess('worker'))
  const { config, log, database, events, metrics, clock } = parts
  await checkExpiryIndex({ db: database.db, now: clock(), emit: events.emitFor(null) })
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort ?? METRICS_PORT)
  const worker = await startWorker(parts)
  log.info('worker ready')

  onStop(log, config.shutdown.timeoutSeconds, async () => {
    await worker.stop()
    metricsServer.close()
    await parts.threads.close()
    await closeProcess(parts)
  })
}

function traced(job: Job, tracing: Tracing): Job {
  return { ...job, run: (ctx) => tracing.job(job.id, () => job.run(ctx)) }
}
