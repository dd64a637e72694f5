import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readBackupState } from '#features/backups/service.ts'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { pendingMigrations } from '#platform/db/migrate.ts'
import type { Database } from '#platform/db/pool.ts'
import { fetchHealth } from '#platform/runners/client.ts'
import { openAnyDatabase } from './process.ts'
import { addressWarning } from './start/settings.ts'

/** `off`: not set up, which may be on purpose. */
type Finding = { state: 'ok' | 'off' | 'warning' | 'failed'; text: string; advice?: string }
type Check = { name: string; find: () => Promise<Finding> }

const MARKS = { ok: 'ok', off: 'off', warning: 'WARNING', failed: 'FAILED' } as const

/** `codeshelf doctor`: one line for each part of the installation, with what to do where something is wrong. */
export async function run(): Promise<void> {
  const config = loadConfig(process.env)
  const database = openAnyDatabase('doctor', config)
  let hasFailed = false
  for (const { name, find } of checksOf(config, database)) {
    const { state, text, advice } = await find().catch(failed)
    process.stdout.write(`${MARKS[state].padEnd(9)}${name.padEnd(14)}${text}\n`)
    if (advice !== undefined) process.stdout.write(`${' '.repeat(23)}→ ${advice}\n`)
    hasFailed ||= state === 'failed'
  }
  await database.close()
  if (hasFailed) throw new Error('\nSomething above must be repaired.')
}

function failed(error: unknown): Finding {
  return { state: 'failed', text: error instanceof Error ? error.message : String(error) }
}

function checksOf(config: Config, database: Database): Check[] {
  return [
    {
      name: 'version',
      find: async () => ({ state: 'ok', text: `${config.about.version}, Node ${process.versions.node}` }),
    },
    { name: 'database', find: () => checkDatabase(database) },
    { name: 'clock', find: () => checkClock(database) },
    { name: 'address', find: () => checkAddress(config.http.origin) },
    ...foldersOf(config).map(([what, path]) => ({ name: `disk: ${what}`, find: () => checkDisk(path) })),
    { name: 'backups', find: () => checkBackups(config, database) },
    {
      name: 'git',
      find: async () => ({ state: 'ok', text: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim() }),
    },
    { name: 'code runner', find: () => checkRunners(config) },
    { name: 'push', find: async () => checkPush(config) },
  ]
}

async function checkDatabase({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query<{ version: string }>('select current_setting($1) as version', ['server_version'])
  const pending = await pendingMigrations(async (sql) => (await pool.query<{ name: string }>(sql)).rows)
  const text = `PostgreSQL ${rows[0]?.version ?? ''}`
  if (pending.length === 0) return { state: 'ok', text: `${text}, schema up to date` }
  return {
    state: 'failed',
    text: `${text}, ${pending.length} migrations are not applied`,
    advice: '`codeshelf start` applies them when it starts; elsewhere run `codeshelf migrate`.',
  }
}

/** Signatures of sign-ins and reminders compare times of the server with those of other machines. */
const MAX_CLOCK_SECONDS = 5

async function checkClock({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const seconds = Math.abs(Date.now() - (rows[0]?.now ?? new Date(0)).getTime()) / 1000
  const text = `${new Date().toISOString()}, ${seconds.toFixed(1)} s from the database`
  if (seconds <= MAX_CLOCK_SECONDS) return { state: 'ok', text }
  return { state: 'failed', text, advice: 'Set both clocks by NTP: reminders and sign-in compare times.' }
}

const ADDRESS_TIMEOUT_MS = 5_000

/** Asks for the site as a browser on this machine would. */
async function checkAddress(origin: string): Promise<Finding> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) }).catch(() => null)
  if (answer === null)
    return {
      state: 'failed',
      text: `${origin} does not answer`,
      advice: 'Start Codeshelf; behind a proxy, check that it passes this address on (docs/proxy.md).',
    }
  if (!answer.ok)
    return { state: 'failed', text: `${origin} answers ${answer.status}`, advice: 'Look into the log of the server.' }
  const warning = addressWarning(origin)
  return warning === null ? { state: 'ok', text: origin } : { state: 'warning', text: origin, advice: warning }
}

function foldersOf({ repos, spoolDir, backup }: Config): [string, string][] {
  const folders: [string, string | null][] = [
    ['mirrors', repos.dir],
    ['uploads', spoolDir],
    ['backups', backup.dir],
  ]
  return folders.flatMap(([what, path]) => (path === null ? [] : [[what, path] satisfies [string, string]]))
}

const MIN_FREE_BYTES = 1024 ** 3

async function checkDisk(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(existingFolder(path))
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${path}`
  if (free >= MIN_FREE_BYTES) return { state: 'ok', text }
  return { state: 'warning', text, advice: 'Free some space: uploads, syncs and backups stop when the disk is full.' }
}

/** A folder is made when it is first needed. */
function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path))
}

async function checkBackups({ backup }: Config, { db }: Database): Promise<Finding> {
  const found = await readBackupState(db, new Date(), backup.dir)
  switch (found.state) {
    case 'off':
      return {
        state: 'warning',
        text: 'there are no nightly backups',
        advice: 'Set BACKUP_DIR. `codeshelf start` needs the programs of Debian’s package postgresql for it.',
      }
    case 'never':
      return { state: 'warning', text: 'none was proven yet', advice: 'The first is made in the coming night.' }
    case 'fresh':
      return { state: 'ok', text: `proven at ${found.proven.startedAt.toISOString()}` }
    case 'old':
    case 'failing':
      return {
        state: 'failed',
        text: `the last proven one is of ${found.proven.startedAt.toISOString()}`,
        advice: '/admin shows why the last one failed.',
      }
  }
}

async function checkRunners({ runners: { addresses, secret } }: Config): Promise<Finding> {
  if (addresses.length === 0)
    return { state: 'off', text: 'people run Python in their browsers', advice: 'docs/runner.md sets up a runner.' }
  const healths = await Promise.all(addresses.map((address) => fetchHealth({ address, secret })))
  const silent = addresses.filter((_, at) => healths[at] === null)
  if (silent.length === 0) return { state: 'ok', text: addresses.join(', ') }
  return { state: 'failed', text: `${silent.join(', ')} does not answer`, advice: 'docs/runner.md' }
}

function checkPush({ push }: Config): Finding {
  if (push.via === 'off')
    return {
      state: 'off',
      text: 'reminders are shown on the pages only',
      advice: 'Push notifications need https and a VAPID key pair: `codeshelf vapid`.',
    }
  return {
    state: 'ok',
    text: `${push.via === 'worker' ? 'by the push worker' : 'by this server'}, as ${push.keys.subject}`,
  }
}
