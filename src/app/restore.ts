import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { totalRows } from '#platform/backup/manifest.ts'
import { restoreInto, type RestoreResult, testRestore } from '#platform/backup/restore.ts'
import { loadBackupConfig } from '#platform/config/backup.ts'
import { startDatabase } from './start/database.ts'
import { openDataFolder } from './start/data-folder.ts'
import { onInstallation } from './start/installation.ts'

const USAGE = `usage: codeshelf restore --check <backup>                     try it in a database of its own, which is dropped again
       codeshelf restore --into <database url> <backup>      restore into an empty database, then check
       codeshelf restore --to <new data folder> <backup>     make a data folder for \`codeshelf start\`, restore into it, then check`

type Way = (backup: string) => Promise<RestoreResult>

export async function run(): Promise<void> {
  const args = process.argv.slice(3)
  // A new data folder needs nothing of another installation on this machine, which may be the broken one.
  if (args.some((arg) => /^--to(=|$)/.test(arg))) await restore()
  else await onInstallation(restore)
}

async function restore(): Promise<void> {
  const options = {
    check: { type: 'boolean', default: false },
    into: { type: 'string' },
    to: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(3), options, allowPositionals: true })
  const ways: Way[] = [
    ...(values.check ? [check] : []),
    ...(values.into === undefined ? [] : [into(values.into)]),
    ...(values.to === undefined ? [] : [to(values.to)]),
  ]
  const [[backup, ...others], [way, ...otherWays]] = [positionals, ways]
  if (backup === undefined || way === undefined || others.length + otherWays.length > 0) throw new Error(USAGE)
  printResult(await way(backup))
}

async function check(backup: string): Promise<RestoreResult> {
  const { databaseUrl, toolsDir } = loadBackupConfig(process.env)
  if (databaseUrl === null) throw new Error('DATABASE_URL: required, because the test restore runs on that server')
  return testRestore(backup, databaseUrl, { toolsDir })
}

function into(url: string): Way {
  return (backup) => restoreInto(backup, url, { toolsDir: loadBackupConfig(process.env).toolsDir })
}

/** The migrations that the backup lacks are applied by `codeshelf start`. */
function to(path: string): Way {
  return async (backup) => {
    if (existsSync(path) && readdirSync(path).length > 0)
      throw new Error(`${path} is not empty. Restore into a new data folder.`)
    const { url, toolsDir, postgres } = await startDatabase(openDataFolder(path))
    try {
      return await restoreInto(backup, url, { toolsDir })
    } finally {
      await postgres.stop()
    }
  }
}

function printResult({ manifest, differences }: RestoreResult): void {
  const tables = Object.keys(manifest.census.tables).length
  if (differences.length > 0)
    throw new Error(`The restored copy differs from the backup:\n  ${differences.join('\n  ')}`)
  process.stdout.write(`OK: ${totalRows(manifest)} rows of ${tables} tables, as they were at ${manifest.madeAt}\n`)
}
