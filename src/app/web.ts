import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyListenOptions } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { countRequests } from '#platform/http/count-requests.ts'
import { drainAndClose } from '#platform/http/leave.ts'
import { refuseOtherMethods } from '#platform/http/methods.ts'
import { listenAsOwner } from '#platform/http/port-owner.ts'
import { createServer } from '#platform/http/server.ts'
import type { App } from '#platform/http/types.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { prepareSpool } from '#platform/spool.ts'
import { newToken } from '#platform/random.ts'
import { isNewInstallation, makeSetUpLink } from '#features/auth/public.ts'
import { recordTokenWrites } from '#features/agent/public.ts'
import { checkExpiryIndex } from '#features/files/public.ts'
import { internalWebStarted } from './process-events.ts'
import { openWebParts, type WebParts } from './parts.ts'
import { onStop, openProcess, type ProcessParts } from './process.ts'
import { addRoutes } from './routes.ts'
import { visitorFinder } from './visitor.ts'

const METRICS_PORT = 9464

/** The whole web application, not yet listening: shared by the process below and the tests. */
export async function buildWeb(parts: WebParts): Promise<App> {
  const findVisitor = visitorFinder(parts.database.db, parts.cookie)
  return createServer({ ...parts, findVisitor, recordTokenWrites }, async (app) => {
    app.addHook('onClose', parts.threads.close)
    countRequests(app, parts.requestCounts)
    await addRoutes(app, parts)
    refuseOtherMethods(app)
  })
}

/**
 * Collects garbage when the heap has grown by a quarter. By default V8 lets it grow fourfold on a large machine, so that
 * unreferenced texts of 2 MiB would fill a gigabyte before they are collected.
 */
const HEAP_GROWTH_PERCENT = 25

export async function run(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const parts = await openProcess('web')
  const { config, log, database, events, metrics } = parts
  await prepareSpool(config.spoolDir, log)
  const app = await buildWeb(await openWebParts(parts))
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort ?? METRICS_PORT)
  // Several web processes of one installation may share the port: a new one starts before the old one stops.
  const { host, port } = config.http
  await listenAsOwner({ host, port, installation: parts.installation }, () => app.listen(listenOptions(config)))
  await checkExpiryIndex({ db: database.db, now: parts.clock(), emit: events.emitFor(null) })
  events.emitFor(null)(internalWebStarted, { version: process.version })
  await logSetUpLink(parts)

  onStop(log, config.shutdown.graceSeconds + config.shutdown.timeoutSeconds, async () => {
    app.beginDrain()
    await sleep(config.shutdown.graceSeconds * 1000)
    await drainAndClose(app)
    metricsServer.close()
    await events.close()
    await database.close()
    await parts.tracing?.close()
  })
}

/** A new installation has nobody who could sign in. The link is good once and for an hour; `codeshelf set-up-link` makes another. */
async function logSetUpLink({ config, database, log, clock }: ProcessParts): Promise<void> {
  if (!(await isNewInstallation(database.db))) return
  const link = await makeSetUpLink({ db: database.db, now: clock(), newToken }, config.http.origin)
  log.warn({ link }, 'there is no account yet: open this link to create the owner')
}

/** Fastify passes its options to Node, but its types lack `reusePort`. */
function listenOptions({ http }: Config): FastifyListenOptions & { reusePort: boolean } {
  return { host: http.host, port: http.port, reusePort: true }
}
