import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '#platform/config/environment.ts'
import type { PrivateDatabase } from './database.ts'
import type { DataFolder } from './data-folder.ts'
import type { StartSettings } from './settings.ts'

const SANDBOX_ROOT = '/var/lib/codeshelf/sandbox-root'

/** The environment of the server. What a person has set wins. */
export function serverEnvironment(
  { host, port, origin }: StartSettings,
  folder: DataFolder,
  given: Environment,
): Environment {
  return {
    LOG_LEVEL: 'warn',
    MIRRORS_DIR: join(folder.path, 'mirrors'),
    SPOOL_DIR: join(folder.path, 'spool'),
    BACKUP_DIR: folder.backups,
    // Compiled code of this installation. Not in /tmp, where others could put theirs.
    NODE_COMPILE_CACHE: join(folder.path, 'cache'),
    // Without it, glibc keeps freed memory apart for every thread.
    MALLOC_ARENA_MAX: '2',
    ...pushKeys(origin, folder, given),
    ...(hasSandbox(given) && runnerAddress(folder)),
    ...given,
    NODE_ENV: 'production',
    HOST: host,
    PORT: `${port}`,
    BASE_URL: origin,
  }
}

/** What is known only once the private database runs. An empty BACKUP_DIR: its pg_dump is missing, so nightly backups are off. */
export function databaseEnvironment({ url, toolsDir }: Omit<PrivateDatabase, 'postgres'>): Record<string, string> {
  return { DATABASE_URL: url, ...(toolsDir === null ? { BACKUP_DIR: '' } : { PG_BIN: toolsDir }) }
}

/** Push services refuse senders without a reachable address, so a local site has no push notifications unless VAPID_SUBJECT is set. */
function pushKeys(origin: string, { secrets }: DataFolder, given: Environment): Environment {
  const subject = given['VAPID_SUBJECT'] ?? (origin.startsWith('https:') ? origin : undefined)
  if (subject === undefined || given['VAPID_PUBLIC_KEY'] !== undefined) return {}
  return {
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_SUBJECT: subject,
  }
}

/** Whether this machine can run people's programs behind a wall: `tools/sandbox-root.sh` has made their file system. */
export function hasSandbox(given: Environment): boolean {
  return given['RUNNERS'] === undefined && existsSync(given['RUNNER_ROOT'] ?? SANDBOX_ROOT)
}

function runnerAddress({ run, secrets }: DataFolder): Environment {
  return { RUNNERS: `unix:${join(run, 'runner', 'runner.sock')}`, RUNNER_SECRET: secrets.runnerSecret }
}

/** No sandbox is started in advance: each would take 30 MB while nobody runs anything. */
export function runnerEnvironment({ run, secrets }: DataFolder, given: Environment): Environment {
  const own = { RUNNER_STATE: join(run, 'runner'), RUNNER_SECRET: secrets.runnerSecret }
  return { RUNNER_WARM: '0', RUNNER_LOG_LEVEL: 'warn', ...given, ...own }
}
