import { parseArgs } from 'node:util'
import { createBackup } from '#platform/backup/create.ts'
import { totalRows } from '#platform/backup/manifest.ts'
import { loadBackupConfig } from '#platform/config/backup.ts'

const USAGE = 'usage: codeshelf backup --to <folder>      (or set BACKUP_DIR)'

/** `codeshelf backup`: a directory with a dump and the checksums that `codeshelf restore --check` compares. */
export async function run(args = process.argv.slice(3)): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  const { databaseUrl, dir, toolsDir } = loadBackupConfig(process.env)
  const to = values.to ?? dir
  if (to === null) throw new Error(USAGE)
  if (databaseUrl === null) throw new Error('DATABASE_URL: required')
  const { folder, manifest } = await createBackup({ databaseUrl, dir: to, toolsDir, now: new Date() })
  const tables = Object.keys(manifest.census.tables).length
  process.stdout.write(`${folder}: ${totalRows(manifest)} rows of ${tables} tables, ${manifest.dump.bytes} bytes\n`)
}
