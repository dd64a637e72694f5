import type { Job } from '#platform/jobs/job.ts'
import { startScheduler } from '#platform/jobs/scheduler.ts'
import { lead } from '#platform/leader.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { measuredSender } from '#platform/metrics/pushes.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { newId } from '#platform/random.ts'
import type { Tracing } from '#platform/tracing.ts'
import { checkExpiryIndex } from '#features/files/public.ts'
import { startBot } from './bot.ts'
import { allJobs } from './jobs.ts'
import { measureWorker } from './worker-metrics.ts'
import { holderName, onStop, openProcess } from './process.ts'

/** The process that does what no request waits for. One leads at a time; the others stand by. */
export async function run(): Promise<void> {
  const { config, log, database, events, metrics, tracing, clock } = await openProcess('worker')
  const { db } = database
  const emit = events.emitFor(null)
  await checkExpiryIndex({ db, now: clock(), emit })
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort)
  const leader = lead(db, 'worker', holderName(), log, (lease) => log.info({ epoch: String(lease.epoch) }, 'leading'))
  await leader.decided
  const sender = measuredSender(openPushSender(config.push), metrics, clock)
  const jobs = allJobs(sender, openMirrors(config.repos), config).map((job) => (tracing ? traced(job, tracing) : job))
  measureWorker(metrics, { db, clock, log, config, jobs, isLeading: () => leader.lease() !== null })
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
  const bot = startBot(config, { clock, log, isLeading: () => leader.lease() !== null })
  log.info('worker ready')

  onStop(log, config.shutdown.timeoutSeconds, async () => {
    await bot?.stop()
    await scheduler.stop()
    await leader.stop()
    if (sender.ready) sender.close()
    metricsServer.close()
    await events.close()
    await database.close()
    await tracing?.close()
  })
}

function traced(job: Job, tracing: Tracing): Job {
  return { ...job, run: (ctx) => tracing.job(job.id, () => job.run(ctx)) }
}
