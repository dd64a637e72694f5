import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type OwnedProcess, spawnOwned } from './owned-process.ts'
import { freePort } from './ports.ts'
import { findBinaries, majorVersion, type Owner, ownerMay, serverOwner } from './postgres-binaries.ts'

export type PostgresOptions = {
  /** Keeps its data there from one start to the next. Without it the cluster is temporary and its folder goes with it. */
  dir?: string
  /** A free one unless given. */
  port?: number
  /** `postgresql.conf` settings. */
  settings?: Record<string, string | number>
  /** `false` trades safety at a power cut for speed: tests. */
  durable?: boolean
}

export type Postgres = AsyncDisposable & {
  /** Where the data is; not the folder asked for when that one is closed to the server's user. */
  dir: string
  binDir: string
  port: number
  url(database: string): string
  /** `fast` ends sessions and writes a checkpoint; `immediate` is a crash. Safe to call twice. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts again on the same port and data, after a stop too. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>
}

type Cluster = { dir: string; data: string; binDir: string; owner: Owner; temporary: boolean; settings: string[] }

const START_TIMEOUT_MS = 30_000
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** A private PostgreSQL on the loopback, gone when this process is gone, however it ends. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const cluster = prepareCluster(options)
  const started = await startOnSomePort(cluster, options.port)
  const port = started.port
  let server = started.server
  const stop = (mode: 'fast' | 'immediate' = 'fast') => server.stop(SIGNALS[mode])
  return {
    dir: cluster.dir,
    binDir: cluster.binDir,
    port,
    url: (database) => databaseUrl(port, database),
    stop,
    async restart(mode) {
      await stop(mode)
      server = await startServer(cluster, port)
    },
    async [Symbol.asyncDispose]() {
      await stop(cluster.temporary ? 'immediate' : 'fast')
      if (cluster.temporary) await rm(cluster.dir, { recursive: true })
    },
  }
}

function databaseUrl(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`
}

function prepareCluster({ dir: wanted, durable = true, settings = {} }: PostgresOptions): Cluster {
  const owner = serverOwner()
  const dir = wanted === undefined ? temporaryFolder(owner) : lastingFolder(resolve(wanted), owner)
  const binDir = findBinaries(owner, dir)
  const major = majorVersion(binDir)
  // One folder per version: a newer server cannot read the files of an older one.
  const data = join(dir, `data-${major}`)
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(binDir, data, major, owner)
  const all = { ...(durable ? {} : UNSAFE), ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return { dir, data, binDir, owner, temporary: wanted === undefined, settings: flags }
}

function temporaryFolder(owner: Owner): string {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-pg-'))
  if (owner !== undefined) chownSync(dir, owner.uid, owner.gid)
  return dir
}

function lastingFolder(wanted: string, owner: Owner): string {
  const dir = ownedFolder(wanted, owner)
  if (ownerMay('-w', dir, owner)) return dir
  const name = `codeshelf-pg-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`
  return ownedFolder(join(tmpdir(), name), owner)
}

function ownedFolder(dir: string, owner: Owner): string {
  mkdirSync(dir, { recursive: true })
  if (owner === undefined) return dir
  chownSync(dir, owner.uid, owner.gid)
  chmodSync(dir, 0o700)
  return dir
}

/** With ctype `C` pg_trgm finds no Hebrew letters; ICU sorts Hebrew and English as people do. */
function initialise(binDir: string, data: string, major: number, owner: Owner): void {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const icu = major >= 15 ? ['--locale-provider=icu', '--icu-locale=und'] : []
  const fixed = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions']
  const { status, stderr } = spawnSync(
    join(binDir, 'initdb'),
    [...fixed, `--locale=${locale}`, ...icu, `--pgdata=${data}`],
    { cwd: '/', encoding: 'utf8', ...owner },
  )
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function startOnSomePort(cluster: Cluster, wanted: number | undefined, attempts = 3) {
  const port = wanted ?? (await freePort())
  try {
    return { port, server: await startServer(cluster, port) }
  } catch (error) {
    // Somebody else may have taken the free port between our look and our start.
    if (wanted !== undefined || attempts === 1) throw error
    return startOnSomePort(cluster, wanted, attempts - 1)
  }
}

async function startServer(cluster: Cluster, port: number): Promise<OwnedProcess> {
  const server = spawnPostgres(cluster, port)
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(port))) {
    if (!server.running() || Date.now() > deadline) {
      await server.stop('SIGQUIT')
      const log = readFileSync(join(cluster.dir, 'postgres.log'), 'utf8').trimEnd().split('\n').slice(-5).join('\n')
      throw new Error(`PostgreSQL did not start in ${cluster.data}:\n${log}`)
    }
    await sleep(30)
  }
  return server
}

function spawnPostgres({ binDir, data, dir, owner, settings, temporary }: Cluster, port: number): OwnedProcess {
  const log = openSync(join(dir, 'postgres.log'), 'a')
  const network = ['-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = spawnOwned(join(binDir, 'postgres'), ['-D', data, ...network, ...settings], {
    cwd: '/',
    stdio: ['ignore', log, log],
    lastSignal: temporary ? 'QUIT' : 'INT',
    ...(temporary && { temporaryDir: dir }),
    ...owner,
  })
  closeSync(log)
  // Whoever forgets to stop it may still end; the server then ends too.
  server.child.unref()
  return server
}

async function answers(port: number): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl(port, 'postgres'), connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** `node tools/postgres.ts <command …>`: a temporary server for one command, which finds it in `DATABASE_URL`. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined) throw new Error('node tools/postgres.ts <command …>')
  await using postgres = await startPostgres({ durable: false })
  const env = { ...process.env, DATABASE_URL: postgres.url('postgres') }
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  return child.exitCode ?? 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
