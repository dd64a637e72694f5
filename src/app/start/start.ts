import { assertPortFree } from '#platform/http/port-owner.ts'
import type { OwnedProcess } from '#platform/owned-process.ts'
import { connectServer, keepAlive, launchRunner, launchServer } from './children.ts'
import { copyDatabase, DATABASE, type PrivateDatabase, startDatabase } from './database.ts'
import { type DataFolder, lockDataFolder, openDataFolder, writeAddress } from './data-folder.ts'
import { databaseEnvironment, hasSandbox, runnerEnvironment, serverEnvironment } from './environment.ts'
import type { Ready } from './messages.ts'
import { addressWarning, type StartSettings, startSettings } from './settings.ts'

type Stop = () => Promise<unknown>

/**
 * `codeshelf start`: everything for one machine. This process only starts the others and starts them again when they end: a private
 * PostgreSQL, the server, and the runner where the machine can build its wall.
 */
export async function run(args = process.argv.slice(3)): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const settings = startSettings(args, process.env, isRoot)
  const folder = openDataFolder(settings.data)
  const lock = await lockDataFolder(folder, settings.origin)
  await assertPortFree(settings.host, settings.port)
  writeAddress(folder, settings)
  const { stops, isStopping } = stopOnSignals()
  stops.push(async () => lock.close())
  try {
    await start(settings, folder, stops, isStopping)
  } catch (error) {
    for (const stop of stops.toReversed()) await stop()
    throw error
  }
}

async function start(
  settings: StartSettings,
  folder: DataFolder,
  stops: Stop[],
  isStopping: () => boolean,
): Promise<void> {
  const env = serverEnvironment(settings, folder, process.env)
  // First: it loads its code while the database starts.
  let server = launchServer([], env)
  stops.push(() => server.stop('SIGTERM', STOP_TIMEOUT_MS))
  const database = settings.databaseUrl === null ? await startDatabase(folder) : null
  // Before the server in this list, so that it stops after it.
  if (database) stops.splice(-1, 0, () => database.postgres.stop())
  const known = database ? databaseEnvironment(database) : {}

  let report = await connectServer(server, known)
  if (report?.kind === 'copy_needed' && database) {
    report = await withCopy(folder, database, async (copyUrl) => {
      await server.ended()
      server = launchServer(['--copy', copyUrl], env)
      return connectServer(server, known)
    })
  }
  if (report?.kind !== 'ready') throw new Error(isStopping() ? 'Stopped.' : 'Codeshelf did not start; see above.')
  process.stdout.write(welcome(settings, folder, report, database))

  const restart = async () => {
    server = launchServer([], env)
    await connectServer(server, known)
    return server
  }
  void keepAlive('The server', server, restart, isStopping)
  if (database) void keepDatabase(database, isStopping)
  if (hasSandbox(process.env)) startRunner(folder, stops, isStopping)
}

/** Longer than the server's own limit (SHUTDOWN_TIMEOUT_SECONDS). */
const STOP_TIMEOUT_MS = 60_000

async function withCopy<T>(
  folder: DataFolder,
  database: PrivateDatabase,
  use: (copyUrl: string) => Promise<T>,
): Promise<T> {
  const copy = await copyDatabase(folder, database, new Date())
  process.stdout.write(`Before the migration the database was copied to ${copy.dir}\n`)
  try {
    return await use(copy.url(DATABASE))
  } finally {
    await copy.stop()
  }
}

async function keepDatabase({ postgres }: PrivateDatabase, isStopping: () => boolean): Promise<void> {
  const restart = async () => {
    await postgres.restart()
    return postgres
  }
  await keepAlive('PostgreSQL', postgres, restart, isStopping)
}

function startRunner(folder: DataFolder, stops: Stop[], isStopping: () => boolean): void {
  let runner: OwnedProcess = launchRunner(runnerEnvironment(folder, process.env))
  stops.push(() => runner.stop())
  const restart = async () => {
    runner = launchRunner(runnerEnvironment(folder, process.env))
    return runner
  }
  void keepAlive('The runner', runner, restart, isStopping)
}

/** In the reverse order of their start: the database goes last. */
function stopOnSignals(): { stops: Stop[]; isStopping: () => boolean } {
  const stops: Stop[] = []
  let stopping = false
  const stopAll = async () => {
    // A terminal and npm both pass on one Ctrl-C.
    if (stopping) return
    stopping = true
    for (const stop of stops.toReversed()) await stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll())
  return { stops, isStopping: () => stopping }
}

function welcome(
  { origin }: StartSettings,
  folder: DataFolder,
  { setUpLink, version }: Ready,
  database: PrivateDatabase | null,
): string {
  const lines = [
    '',
    `  Codeshelf ${version} is ready`,
    '',
    `    open      ${origin}`,
    `    data      ${folder.path}`,
    `    stop      Ctrl-C`,
  ]
  if (setUpLink !== null)
    lines.push(
      '',
      '  There is no account yet. Create the owner within an hour, with this link:',
      '',
      `    ${setUpLink}`,
    )
  const warnings = [addressWarning(origin), backupWarning(database)].filter((line) => line !== null)
  for (const warning of warnings) lines.push('', `  Note: ${warning}`)
  return `${lines.join('\n')}\n`
}

function backupWarning(database: PrivateDatabase | null): string | null {
  if (database === null || database.toolsDir !== null) return null
  return 'there are no nightly backups, because the PostgreSQL from npm has no pg_dump. Install Debian’s package postgresql before the first start, or copy the data folder while Codeshelf is stopped.'
}
