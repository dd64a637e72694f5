import { parseArgs } from 'node:util'
import { rowsOf } from '#platform/backup/manifest.ts'
import { restoreInto, type Trial, tryBackup } from '#platform/backup/restore.ts'
import { loadBackupConfig } from '#platform/config/backup.ts'

const USAGE = `usage: codeshelf restore --check <backup>                     try it in a database of its own, which is dropped again
       codeshelf restore --into <database url> <backup>      restore into an empty database, then check`

export async function run(args = process.argv.slice(3)): Promise<void> {
  const options = { check: { type: 'boolean', default: false }, into: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1 || values.check === (values.into !== undefined))
    throw new Error(USAGE)
  tell(values.into === undefined ? await check(folder) : await into(folder, values.into))
}

async function check(folder: string): Promise<Trial> {
  const { databaseUrl, toolsDir } = loadBackupConfig(process.env)
  if (databaseUrl === null) throw new Error('DATABASE_URL: on which server should it be tried?')
  return tryBackup(folder, databaseUrl, { toolsDir })
}

async function into(folder: string, url: string): Promise<Trial> {
  return restoreInto(folder, url, { toolsDir: loadBackupConfig(process.env).toolsDir })
}

function tell({ manifest, differences }: Trial): void {
  const tables = Object.keys(manifest.census.tables).length
  if (differences.length > 0) throw new Error(`NOT the same as what was saved:\n  ${differences.join('\n  ')}`)
  process.stdout.write(`OK: ${rowsOf(manifest)} rows of ${tables} tables, as they were at ${manifest.madeAt}\n`)
}
