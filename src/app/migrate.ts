import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { createBackup } from '#platform/backup/create.ts'
import { tryBackup } from '#platform/backup/restore.ts'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { type Before, migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'

export async function run(args = process.argv.slice(3)): Promise<void> {
  const { values } = parseArgs({ args, options: { 'no-backup': { type: 'boolean', default: false } } })
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel, 'migrate')
  const { applied, distributed } = await migrate(config.database.url, provenBackup(config, log, values['no-backup']))
  log.info({ applied, distributed }, applied.length === 0 ? 'schema is up to date' : 'schema migrated')
}

/** Saves what is there and restores it for a trial, before anything is changed. In production doing without has to be said. */
function provenBackup(config: Config, log: Logger, isUnwanted: boolean): Before | undefined {
  const { dir, toolsDir } = config.backup
  if (isUnwanted || (dir === null && config.mode !== 'production')) return undefined
  return async (pending) => {
    if (dir === null)
      throw new Error(`${pending.join(', ')} would change data that is not saved. Set BACKUP_DIR, or say --no-backup.`)
    const databaseUrl = config.database.url
    const { folder } = await createBackup({ databaseUrl, dir, toolsDir, now: new Date() })
    const { differences } = await tryBackup(folder, databaseUrl, { toolsDir })
    if (differences.length > 0)
      throw new Error(`The backup ${folder} is not what was saved; nothing was migrated.\n${differences.join('\n')}`)
    log.info({ folder }, 'saved, and restored for a trial')
  }
}
