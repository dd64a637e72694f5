import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { assertHebrewIsSearchable } from '#platform/db/locale.ts'
import { pendingMigrations } from '#platform/db/migrate.ts'
import { type Database, openDatabase } from '#platform/db/pool.ts'
import { ensureEventPartitions } from '#platform/events/partitions.ts'
import { type EventSink, openEventSink } from '#platform/events/sink.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics, type Metrics } from '#platform/metrics.ts'
import type { Tracing } from '#platform/tracing.ts'

/** What every long-running process of ours stands on. */
export type ProcessParts = {
  config: Config
  log: Logger
  database: Database
  events: EventSink
  metrics: Metrics
  /** Null where nobody collects traces. */
  tracing?: Tracing | null
  clock: () => Date
}

export async function openProcess(name: string): Promise<ProcessParts> {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel, name)
  const clock = () => new Date()
  const tracing = await openTracing(config, name, log)
  const database = openDatabase({
    url: config.database.url,
    size: config.database.poolSize,
    applicationName: `codeshelf-${name}`,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    ...(tracing && { trace: tracing.statement }),
  })
  await assertUsable(database)
  await ensureEventPartitions(database.db, clock())
  const events = openEventSink(database.db, log, clock)
  return { config, log, database, events, metrics: createMetrics({ pool: database.pool, events }), tracing, clock }
}

/** Imported only where it is wanted: nobody else pays for it, at start or in memory. */
async function openTracing({ traceUrl }: Config, process: string, log: Logger): Promise<Tracing | null> {
  if (traceUrl === null) return null
  const tracing = await import('#platform/tracing.ts')
  return tracing.openTracing({ url: traceUrl, process, log })
}

async function assertUsable({ pool }: Database): Promise<void> {
  await assertHebrewIsSearchable(pool)
  const pending = await pendingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows)
  if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}. Run \`codeshelf migrate\` first.`)
}

export function holderName(): string {
  return `${hostname()}:${process.pid}`
}

/** Runs `close` once on SIGTERM or SIGINT, then leaves. A second signal leaves at once. */
export function onStop(log: Logger, timeoutSeconds: number, close: () => Promise<void>): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, timeoutSeconds * 1000).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
