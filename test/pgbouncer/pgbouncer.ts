import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import type { Postgres } from '#platform/postgres/private-server.ts'
import { serverOwner } from '#platform/postgres/owner.ts'

const START_TIMEOUT_MS = 20_000
const EXAMPLE = 'ops/pgbouncer/pgbouncer.ini'

/** Null: the setting is left out, for versions that do not know it. */
type Settings = Record<string, string | number | null>

export type PgBouncer = AsyncDisposable & {
  pid: () => number
  url: string
  start: () => Promise<void>
  stop: (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => Promise<void>
  log: () => string
}

function findProgram(): string {
  const wanted = process.env['PGBOUNCER'] ?? 'pgbouncer'
  // The PATH of a user does not always contain the folder in which Debian installs it.
  const candidates = wanted === 'pgbouncer' ? [wanted, '/usr/sbin/pgbouncer'] : [wanted]
  const found = candidates.find((program) => spawnSync(program, ['--version']).status === 0)
  if (found === undefined)
    throw new Error(`PgBouncer was not found (${candidates.join(', ')}). Install it, or set PGBOUNCER to the program.`)
  return found
}

/** Since 1.21, in transaction mode. */
export function supportsNamedStatements(): boolean {
  const program = findProgram()
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  if (major === undefined) throw new Error(`${program} is not PgBouncer: ${stdout}`)
  return Number(major) > 1 || Number(minor) >= 21
}

/** PgBouncer on the loopback with the settings of the example, before a database named `postgres`. */
export async function startPgBouncer(postgres: Postgres, settings: Settings): Promise<PgBouncer> {
  const program = findProgram()
  const owner = serverOwner()
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-pgbouncer-'))
  if (owner) chownSync(dir, owner.uid, owner.gid)
  const port = await freePort()
  const file = (name: string) => join(dir, name)
  writeFileSync(file('userlist.txt'), '"postgres" ""\n')
  const own = { listen_port: port, unix_socket_dir: '', auth_type: 'trust', auth_file: file('userlist.txt') }
  writeFileSync(file('pgbouncer.ini'), configOf(postgres, { ...own, admin_users: 'postgres', ...settings }))
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  let server: OwnedProcess
  const start = async () => {
    const log = openSync(file('pgbouncer.log'), 'a')
    const stdio: ['ignore', number, number] = ['ignore', log, log]
    server = spawnOwned(program, [file('pgbouncer.ini')], { cwd: '/', stdio, temporaryDir: dir, ...owner })
    closeSync(log)
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await accepts(`postgresql://postgres@127.0.0.1:${port}/pgbouncer`))) {
      if (!server.running() || Date.now() > deadline)
        throw new Error(`PgBouncer did not start:\n${readFileSync(file('pgbouncer.log'), 'utf8')}`)
      await sleep(30)
    }
  }
  await start()
  return {
    pid: () => server.child.pid ?? 0,
    url,
    start,
    stop: (signal) => server.stop(signal),
    log: () => readFileSync(file('pgbouncer.log'), 'utf8'),
    async [Symbol.asyncDispose]() {
      await server.stop('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The example with these settings instead of its own. */
function configOf(postgres: Postgres, settings: Settings): string {
  const isReplaced = (line: string) => Object.keys(settings).some((name) => line.startsWith(`${name} =`))
  const lines = readFileSync(EXAMPLE, 'utf8')
    .split('\n')
    .filter((line) => !isReplaced(line))
    .map((line) => (line.startsWith('codeshelf =') ? `postgres = host=127.0.0.1 port=${postgres.port}` : line))
  const given = Object.entries(settings).filter(([, value]) => value !== null)
  return [...lines, ...given.map(([name, value]) => `${name} = ${value}`), ''].join('\n')
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
