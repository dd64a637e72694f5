import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyListenOptions } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { countRequests } from '#platform/http/count-requests.ts'
import { drainAndClose } from '#platform/http/stop-serving.ts'
import { refuseShadowedMethods } from '#platform/http/methods.ts'
import { listenAsOwner } from '#platform/http/port-owner.ts'
import { listenOnSocket } from '#platform/http/unix-socket.ts'
import { createServer } from '#platform/http/server.ts'
import type { App } from '#platform/http/types.ts'
import { serveMetrics } from '#platform/metrics/metrics.ts'
import { keepSpoolClean, prepareSpool } from '#platform/spool-folder.ts'
import { newToken } from '#platform/random.ts'
import { isNewInstallation, makeSetUpLink } from '#features/auth/public.ts'
import { recordTokenWrites } from '#features/agent/public.ts'
import { checkExpiryIndex } from '#features/files/public.ts'
import { internalWebStarted } from './process-events.ts'
import { openWebParts, type WebParts } from './parts.ts'
import { closeProcess, limitHeapGrowth, onStop, openProcess, type ProcessParts } from './process.ts'
import { addRoutes } from './routes.ts'
import { visitorFinder } from './visitor.ts'

export const METRICS_PORT = 9464

/** The whole web application, not yet listening: shared by the process below and the tests. */
export async function buildWeb(parts: WebParts): Promise<App> {
  const visitors = visitorFinder(parts.database.db, parts.cookie)
  return createServer({ ...parts, visitors, recordTokenWrites }, async (app) => {
    app.addHook('onClose', parts.threads.close)
    countRequests(app, parts.requestCounts)
    await addRoutes(app, parts)
    refuseShadowedMethods(app)
  })
}

export type WebProcess = {
  /** Null once the installation has an owner. */
  setUpLink: string | null
  /** Finishes the requests in flight. */
  stop: () => Promise<void>
}

/** Listens, and makes a set-up link where there is no account yet. */
export async function startWeb(parts: WebParts): Promise<WebProcess> {
  const { config, log, database, events } = parts
  await prepareSpool(config.spoolDir, log)
  const sweeping = keepSpoolClean(config.spoolDir, log)
  const app = await buildWeb(parts)
  // Several web processes of one installation may share the port: a new one starts before the old one stops.
  const { host, port, socket } = config.http
  const { installation } = parts
  if (socket === null) await listenAsOwner({ host, port, installation }, () => app.listen(listenOptions(config)))
  else await listenOnSocket({ socket, installation }, app)
  await checkExpiryIndex({ db: database.db, now: parts.clock(), emit: events.emitFor(null) })
  events.emitFor(null)(internalWebStarted, { version: process.version })
  const stop = async () => {
    sweeping[Symbol.dispose]()
    app.beginDrain()
    await sleep(config.shutdown.graceSeconds * 1000)
    await drainAndClose(app)
  }
  return { setUpLink: await findSetUpLink(parts), stop }
}

export async function run(): Promise<void> {
  limitHeapGrowth()
  const parts = await openWebParts(await openProcess('web'))
  const { config, log, metrics } = parts
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort ?? METRICS_PORT)
  const web = await startWeb(parts)
  if (web.setUpLink !== null)
    log.warn({ link: web.setUpLink }, 'there is no account yet: open this link to create the owner')

  onStop(log, config.shutdown.graceSeconds + config.shutdown.timeoutSeconds, async () => {
    await web.stop()
    metricsServer.close()
    await closeProcess(parts)
  })
}

/** A new installation has nobody who could sign in. The link is single use and valid for an hour; `codeshelf set-up-link` makes another. */
async function findSetUpLink({ config, database, clock }: ProcessParts): Promise<string | null> {
  if (!(await isNewInstallation(database.db))) return null
  return makeSetUpLink({ db: database.db, now: clock(), newToken }, config.http.origin)
}

/** Fastify passes its options to Node, but its types lack `reusePort`. */
function listenOptions({ http }: Config): FastifyListenOptions & { reusePort: boolean } {
  return { host: http.host, port: http.port, reusePort: true }
}
