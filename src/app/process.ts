import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { installationId } from '#platform/db/installation.ts'
import { assertHebrewIsSearchable } from '#platform/db/locale.ts'
import { pendingMigrations } from '#platform/db/migrate.ts'
import { type Database, openDatabase } from '#platform/db/pool.ts'
import { ensureEventPartitions } from '#platform/events/partitions.ts'
import { type EventSink, openEventSink } from '#platform/events/sink.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics, type Metrics } from '#platform/metrics.ts'
import type { Tracing } from '#platform/tracing.ts'

/** The common parts of every long-running process. */
export type ProcessParts = {
  config: Config
  log: Logger
  database: Database
  installation: string
  events: EventSink
  metrics: Metrics
  /** Null without a trace collector. */
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
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    ...(tracing && { trace: tracing.statement }),
  })
  await assertUsable(database)
  const installation = await installationId(database.pool)
  await ensureEventPartitions(database.db, clock())
  const events = openEventSink(database.db, log, clock)
  return {
    config,
    log,
    database,
    installation,
    events,
    metrics: createMetrics({ pool: database.pool, events }),
    tracing,
    clock,
  }
}

/** Imported only where it is configured, to save start-up time and memory elsewhere. */
async function openTracing({ traceUrl }: Config, process: string, log: Logger): Promise<Tracing | null> {
  if (traceUrl === null) return null
  const tracing = await import('#platform/tracing.ts')
  return tracing.openTracing({ url: traceUrl, process, log })
}

async function assertUsable({ pool }: Database): Promise<void> {
  // First: the check for Hebrew uses an extension that the first migration creates.
  const pending = await pendingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows)
  if (pending.length > 0)
    throw new Error(
      `This database lacks ${pending.length} migrations, from ${pending[0]} on. Run \`codeshelf migrate\` first.`,
    )
  await assertHebrewIsSearchable(pool)
}

export function holderName(): string {
  return `${hostname()}:${process.pid}`
}

/** Runs `close` once on SIGTERM or SIGINT, then exits. A second signal exits at once. */
export function onStop(log: Logger, timeoutSeconds: number, close: () => Promise<void>): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('shutdown timed out')
      process.exit(1)
    }, timeoutSeconds * 1000).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
