import { parseArgs } from 'node:util'
import { totalRows } from '#platform/backup/manifest.ts'
import { restoreInto, type RestoreResult, testRestore } from '#platform/backup/restore.ts'
import { loadBackupConfig } from '#platform/config/backup.ts'

const USAGE = `usage: codeshelf restore --check <backup>                     try it in a database of its own, which is dropped again
       codeshelf restore --into <database url> <backup>      restore into an empty database, then check`

export async function run(args = process.argv.slice(3)): Promise<void> {
  const options = { check: { type: 'boolean', default: false }, into: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1 || values.check === (values.into !== undefined))
    throw new Error(USAGE)
  printResult(values.into === undefined ? await check(folder) : await into(folder, values.into))
}

async function check(folder: string): Promise<RestoreResult> {
  const { databaseUrl, toolsDir } = loadBackupConfig(process.env)
  if (databaseUrl === null) throw new Error('DATABASE_URL: required, because the test restore runs on that server')
  return testRestore(folder, databaseUrl, { toolsDir })
}

async function into(folder: string, url: string): Promise<RestoreResult> {
  return restoreInto(folder, url, { toolsDir: loadBackupConfig(process.env).toolsDir })
}

function printResult({ manifest, differences }: RestoreResult): void {
  const tables = Object.keys(manifest.census.tables).length
  if (differences.length > 0)
    throw new Error(`The restored copy differs from the backup:\n  ${differences.join('\n  ')}`)
  process.stdout.write(`OK: ${totalRows(manifest)} rows of ${tables} tables, as they were at ${manifest.madeAt}\n`)
}
