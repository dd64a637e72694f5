import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { withConnection } from '#platform/backup/connection.ts'
import { computeChecksums, findDifferences } from '#platform/backup/fingerprint.ts'
import { type Config, loadConfig } from '#platform/config/config.ts'
import type { BeforeMigration } from '#platform/db/migrate.ts'
import { serveMetrics } from '#platform/metrics/metrics.ts'
import { migrateAndLog, provenBackup } from './migrate.ts'
import { openServeParts } from './parts.ts'
import { closeProcess, limitHeapGrowth, onStop, openProcess } from './process.ts'
import { type FromServer, isToServer } from './start/messages.ts'
import { METRICS_PORT, startWeb } from './web.ts'
import { startWorker } from './worker.ts'

const OPTIONS = {
  /** Another server on a copy of the data directory: the backup before a migration. */
  copy: { type: 'string' },
} as const

/**
 * Web and worker in one process, the child of `codeshelf start`. Imports everything while the database is still starting, migrates it,
 * and reports to the parent.
 */
export async function run(args = process.argv.slice(3)): Promise<void> {
  limitHeapGrowth()
  const { values } = parseArgs({ args, options: OPTIONS })
  await untilDatabaseReady()
  const config = loadConfig(process.env)
  const onPending = (_: readonly string[], log: Logger) =>
    migrateAndLog(config, log, beforeMigration(config, log, values.copy ?? null))
  const parts = await openServeParts(await openProcess('serve', { config, onPending }))
  const { log, metrics } = parts
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort ?? METRICS_PORT)
  const web = await startWeb(parts)
  const worker = await startWorker(parts)
  report({ kind: 'ready', setUpLink: web.setUpLink, version: config.about.version })
  // Now and not at the end, which may be a SIGKILL.
  flushCompileCache()

  const { graceSeconds, timeoutSeconds } = config.shutdown
  onStop(log, graceSeconds + timeoutSeconds, async () => {
    await web.stop()
    await worker.stop()
    metricsServer.close()
    await closeProcess(parts)
  })
}

/** Without a parent the database is expected to run. */
async function untilDatabaseReady(): Promise<void> {
  if (!process.connected) return
  const messages: unknown[] = await once(process, 'message')
  const message = messages[0]
  if (!isToServer(message)) throw new Error('The parent process sent an unknown message.')
  Object.assign(process.env, message.environment)
}

function report(message: FromServer): void {
  process.send?.(message)
}

/** Where pg_dump is missing (the PostgreSQL from npm has none), the parent must copy the data directory of the stopped server. */
function beforeMigration(config: Config, log: Logger, copyUrl: string | null): BeforeMigration | undefined {
  if (config.backup.dir !== null) return provenBackup(config, log)
  return async (pending) => {
    if (copyUrl === null) {
      report({ kind: 'copy_needed', pending })
      throw new Error(`${pending.join(', ')}: waiting for a copy of the database`)
    }
    const expected = await withConnection(config.database.directUrl, computeChecksums)
    const differences = findDifferences(expected, await withConnection(copyUrl, computeChecksums))
    if (differences.length > 0) throw new Error(`The copy differs from the database.\n${differences.join('\n')}`)
    log.info({ pending }, 'the copy of the data directory equals the database')
  }
}
