import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyListenOptions } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { openRequestCounts } from '#platform/events/request-counts.ts'
import { countRequests } from '#platform/http/count-requests.ts'
import { leave } from '#platform/http/leave.ts'
import { createServer } from '#platform/http/server.ts'
import type { App } from '#platform/http/types.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { sessionCookie } from '#features/auth/public.ts'
import { wroteByToken } from '#features/agent/public.ts'
import { checkExpiryIndex } from '#features/files/public.ts'
import { internalWebStarted } from './process-events.ts'
import { onStop, openProcess, type ProcessParts } from './process.ts'
import { addRoutes } from './routes.ts'
import { visitorFinder } from './visitor.ts'

/** The whole web application, not yet listening: the process below and the tests share it. */
export async function buildWeb(parts: ProcessParts): Promise<App> {
  const { config, database } = parts
  const cookie = sessionCookie(config.mode, config.http.origin)
  return createServer(
    {
      ...parts,
      findVisitor: visitorFinder(database.db, cookie),
      wroteByToken,
    },
    (app) => {
      countRequests(app, openRequestCounts(database.db, parts.log, parts.clock))
      return addRoutes(app, config)
    },
  )
}

export async function run(): Promise<void> {
  const parts = await openProcess('web')
  const { config, log, database, events, metrics } = parts
  const app = await buildWeb(parts)
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort)
  // Several web processes may share the port: a new one starts before the old one is told to stop.
  await app.listen(listenOptions(config))
  await checkExpiryIndex({ db: database.db, now: parts.clock(), emit: events.emitFor(null) })
  events.emitFor(null)(internalWebStarted, { version: process.version })

  onStop(log, config.shutdown.graceSeconds + config.shutdown.timeoutSeconds, async () => {
    app.beginDrain()
    await sleep(config.shutdown.graceSeconds * 1000)
    await leave(app)
    metricsServer.close()
    await events.close()
    await database.close()
    await parts.tracing?.close()
  })
}

/** Fastify hands its options to Node, but its types do not know `reusePort` yet. */
function listenOptions({ http }: Config): FastifyListenOptions & { reusePort: boolean } {
  return { host: http.host, port: http.port, reusePort: true }
}
