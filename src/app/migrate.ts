import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { createBackup } from '#platform/backup/create.ts'
import { testRestore } from '#platform/backup/restore.ts'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { type BeforeMigration, migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'

export async function run(args = process.argv.slice(3)): Promise<void> {
  const { values } = parseArgs({ args, options: { 'no-backup': { type: 'boolean', default: false } } })
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel, 'migrate')
  await migrateAndLog(config, log, values['no-backup'] ? undefined : provenBackup(config, log))
}

export async function migrateAndLog(config: Config, log: Logger, before: BeforeMigration | undefined): Promise<void> {
  const { applied, distributed } = await migrate(config.database.directUrl, before)
  log.info({ applied, distributed }, applied.length === 0 ? 'schema is up to date' : 'schema migrated')
}

/** Creates a backup and restores it for a trial before anything is changed. In production `--no-backup` must be explicit. */
export function provenBackup(config: Config, log: Logger): BeforeMigration | undefined {
  const { dir, toolsDir } = config.backup
  if (dir === null && config.mode !== 'production') return undefined
  return async (pending) => {
    if (dir === null)
      throw new Error(`${pending.join(', ')} would change data without a backup. Set BACKUP_DIR, or pass --no-backup.`)
    const databaseUrl = config.database.directUrl
    const { folder } = await createBackup({ databaseUrl, dir, toolsDir, now: new Date() })
    const { differences } = await testRestore(folder, databaseUrl, { toolsDir })
    if (differences.length > 0)
      throw new Error(
        `The backup ${folder} differs from the database; nothing was migrated.\n${differences.join('\n')}`,
      )
    log.info({ folder }, 'backup created and verified by a test restore')
  }
}
