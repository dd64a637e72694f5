import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { installationId } from '#platform/db/installation.ts'
import { assertClock } from '#platform/db/clock.ts'
import { assertHebrewIsSearchable } from '#platform/db/locale.ts'
import { pendingMigrations } from '#platform/db/migrate.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, type Database, openDatabase } from '#platform/db/pool.ts'
import { ensureEventPartitions } from '#platform/events/partitions.ts'
import { type EventSink, openEventSink } from '#platform/events/sink.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'

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

type OpenOptions = {
  config: Config
  /** Called when the database lacks migrations; the default refuses. */
  onPending: (pending: readonly string[], log: Logger) => Promise<void>
  connectTimeoutMs: number
}

/** The parts of a command that ends by itself. */
export async function openCommand(name: string): Promise<ProcessParts> {
  return openProcess(name, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
}

/** Only the database, usable or not: for the command that says what is wrong with it. */
export function openAnyDatabase(name: string, { database: { url } }: Config): Database {
  const onError = () => undefined
  return openDatabase({
    url,
    size: 1,
    applicationName: `codeshelf-${name}`,
    connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS,
    onError,
  })
}

export async function openProcess(name: string, options: Partial<OpenOptions> = {}): Promise<ProcessParts> {
  const { config = loadConfig(process.env), onPending = refusePending, connectTimeoutMs } = options
  const log = createLog(config.logLevel, name)
  const clock = () => new Date()
  const tracing = await openTracing(config, name, log)
  const database = openDatabase({
    url: config.database.url,
    size: config.database.poolSize,
    applicationName: `codeshelf-${name}`,
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    ...(tracing && { trace: tracing.statement }),
  })
  await assertUsable(database, clock(), (pending) => onPending(pending, log))
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

export async function closeProcess({ events, database, tracing }: ProcessParts): Promise<void> {
  await events.close()
  await database.close()
  await tracing?.close()
}

/** Imported only where it is configured, to save start-up time and memory elsewhere. */
async function openTracing({ traceUrl }: Config, process: string, log: Logger): Promise<Tracing | null> {
  if (traceUrl === null) return null
  const tracing = await import('#platform/tracing/tracing.ts')
  return tracing.openTracing({ url: traceUrl, process, log })
}

async function assertUsable(
  { pool }: Database,
  now: Date,
  onPending: (pending: readonly string[]) => Promise<void>,
): Promise<void> {
  // First: the other checks need what the migrations create.
  const pending = await pendingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows)
  if (pending.length > 0) await onPending(pending)
  await assertHebrewIsSearchable(pool)
  await assertClock(pool, now)
}

async function refusePending(pending: readonly string[]): Promise<void> {
  throw new Error(
    `This database lacks ${pending.length} migrations, from ${pending[0]} on. Run \`codeshelf migrate\` first.`,
  )
}

/**
 * Collects garbage when the heap has grown by a quarter. By default V8 lets it grow fourfold on a large machine, so that
 * unreferenced texts of 2 MiB would fill a gigabyte before they are collected.
 */
const HEAP_GROWTH_PERCENT = 25

/** For processes that handle people's texts. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
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
      // `process.exit` waits for threads, and one that cannot be interrupted never ends.
      process.kill(process.pid, 'SIGKILL')
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
