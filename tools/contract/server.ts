import { pino } from 'pino'
import { openWebParts } from '#app/parts.ts'
import { buildWeb } from '#app/web.ts'
import { loadConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openEventSink } from '#platform/events/sink.ts'
import type { RouteInfo } from '#platform/http/types.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'

/** The routes and the OpenAPI document of the whole application, which is built and closed again without listening. */
export async function readServer(databaseUrl: string): Promise<{ routes: readonly RouteInfo[]; document: unknown }> {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    BASE_URL: 'https://codeshelf.example',
    MESSENGER_BOT_TOKEN: 'token-of-no-bot',
    ASSETS_DIR: 'dist/none',
  })
  const log = pino({ level: 'silent' })
  const clock = () => new Date()
  const database = openDatabase({ url: databaseUrl, size: 1, applicationName: 'codeshelf-generate' })
  const events = openEventSink(database.db, log, clock)
  const metrics = createMetrics({ pool: database.pool, events })
  const parts = { config, log, database, installation: 'generate', events, metrics, clock }
  const app = await buildWeb(await openWebParts(parts))
  await app.ready()
  const found = { routes: app.routeTable().filter(({ method }) => method !== 'HEAD'), document: app.swagger() }
  await app.close()
  await events.close()
  await database.close()
  return found
}
