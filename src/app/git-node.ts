import { once } from 'node:events'
import { createGitNodeServer } from '#platform/git-nodes/server.ts'
import { startScheduler } from '#platform/jobs/scheduler.ts'
import { serveMetrics } from '#platform/metrics/metrics.ts'
import { newId } from '#platform/random.ts'
import { diskJobs } from '#features/repos/jobs.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { askForMissing, reportAlive, trackReports } from '#features/repos/service/git-node.ts'
import { openGitNodeParts } from './parts.ts'
import { holderName, onStop, openProcess } from './process.ts'

/** Beside the ports of the other kinds of process, which may run on the same host. */
const METRICS_PORT = 9484
const REPORT_MS = 2_000

/** `codeshelf git-node`: holds mirrors on its own disk, syncs them, and reads them for the web processes. */
export async function run(): Promise<void> {
  const parts = openGitNodeParts(await openProcess('git-node'))
  const { config, log, database, events, metrics, tracing, clock, mirrors, threads, offload, symbols, indexer } = parts
  const { db } = database
  if (!config.gitNodes?.own) throw new Error('GIT_NODE_SECRET and GIT_NODE_URL are required')
  const { secret, own } = config.gitNodes
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'a request failed')
  const onLate = (error: unknown) => log.warn({ err: error }, 'this node could not report that it is alive')
  const server = createGitNodeServer({ mirror: mirrors.local, secret, onTrouble })
  await once(server.listen(config.http.port, config.http.host), 'listening')
  await askForMissing(db, mirrors, own, clock())
  const reports = trackReports()
  const mayTakeOver = () => reports.mayTakeOver(performance.now())
  const report = () => reportAlive(db, own).then(() => reports.arrived(performance.now()), onLate)
  await report()
  const timer = setInterval(() => void report(), REPORT_MS)
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort ?? METRICS_PORT)
  const scheduler = startScheduler({
    db,
    clock,
    emit: events.emitFor(null),
    log,
    newId: () => newId(clock()),
    owner: holderName(),
    jobs: diskJobs(mirrors, { offload, symbols, remind: remindOfChanges, indexer }, { node: own, mayTakeOver }),
    disabled: config.jobsDisabled,
    // The worker leads. A git node only claims mirrors.
    lease: () => null,
  })
  log.info({ address: own }, 'git node ready')

  onStop(log, config.shutdown.timeoutSeconds, async () => {
    await scheduler.stop()
    clearInterval(timer)
    server.closeAllConnections()
    server.close()
    metricsServer.close()
    await Promise.all([threads.close(), events.close()])
    await database.close()
    await tracing?.close()
  })
}
