import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Environment } from '#platform/config/environment.ts'
import { runningDatabase, startDatabase } from './database.ts'
import { type DataFolder, findRunning, hasSecrets, lockDataFolder, openDataFolder, readAddress } from './data-folder.ts'
import { databaseEnvironment, serverEnvironment } from './environment.ts'
import { dataFolderOf, startSettings } from './settings.ts'

/**
 * Runs a command on the installation that `codeshelf start` made: with its address and settings, on its database. While Codeshelf does
 * not run, the database is started for the command. With DATABASE_URL the environment describes another kind of installation.
 */
export async function onInstallation(run: () => Promise<unknown>): Promise<void> {
  const data = takeDataOption(process.argv)
  const isRoot = process.getuid?.() === 0
  const path = dataFolderOf(data, process.env, isRoot)
  const isGiven = data !== undefined || process.env['CODESHELF_DATA'] !== undefined
  if (namesDatabase(process.env) && data === undefined) return void (await run())
  if (!hasSecrets(path)) {
    if (isGiven) throw new Error(`${path} is not a data folder of Codeshelf: \`codeshelf start\` has not run with it.`)
    return void (await run())
  }
  const folder = openDataFolder(path)
  const settings = startSettings(['--data', path], { ...readAddress(folder), ...process.env }, isRoot)
  // The log of a command is for the person who typed it.
  Object.assign(process.env, { ...serverEnvironment(settings, folder, process.env) }, { LOG_LEVEL: logLevel() })
  await withDatabase(folder, settings.origin, run)
}

function namesDatabase(environment: Environment): boolean {
  return ['DATABASE_URL', 'DATABASE_URL_FILE'].some((name) => (environment[name] ?? '') !== '')
}

const logLevel = () => process.env['LOG_LEVEL'] ?? 'warn'

/** Takes `--data <folder>` out of the arguments: the commands know only their own. */
function takeDataOption(argv: string[]): string | undefined {
  const at = argv.findIndex((arg, index) => index > 2 && (arg === '--data' || arg.startsWith('--data=')))
  if (at === -1) return undefined
  const taken = argv.splice(at, argv[at] === '--data' ? 2 : 1)
  return parseArgs({ args: taken, options: { data: { type: 'string' } } }).values.data
}

async function withDatabase(folder: DataFolder, origin: string, run: () => Promise<unknown>): Promise<void> {
  if ((await findRunning(folder)) !== null) {
    Object.assign(process.env, databaseEnvironment(await runningDatabase(folder)))
    return void (await run())
  }
  if (!existsSync(join(folder.path, 'postgres')))
    throw new Error(`${folder.path} has no database. If it was started with DATABASE_URL, set it here too.`)
  // Nobody may start Codeshelf meanwhile: two servers on one data directory would destroy it.
  const lock = await lockDataFolder(folder, origin)
  const database = await startDatabase(folder)
  try {
    Object.assign(process.env, databaseEnvironment(database))
    await run()
  } finally {
    await database.postgres.stop()
    lock.close()
  }
}
