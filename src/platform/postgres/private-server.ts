import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnedProcess, spawnOwned } from '../owned-process.ts'
import { freePort } from '../free-port.ts'
import { findBinaries, majorVersion } from './binaries.ts'
import { type Owner, ownerMay, serverOwner } from './owner.ts'

export type PostgresOptions = {
  /** Keeps its data there from one start to the next. Without it the cluster is temporary and its folder goes with it. */
  dir?: string
  /** Used instead when the server's user may not write to `dir`. Without it such a `dir` is an error. */
  dirIfClosed?: string
  /** A free one unless given. */
  port?: number
  /**
   * Listens only on a Unix socket in this directory. The server asks for no password, so on TCP every user of the machine could
   * connect.
   */
  socketDir?: string
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
  /** Resolves when the server has ended, with how. */
  ended(): Promise<string>
  url(database: string): string
  /** `fast` ends sessions and writes a checkpoint; `immediate` is a crash. Safe to call twice. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts again on the same port and data, after a stop too. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>
  /** Stops the server, copies its data into a new directory, and starts it again. Another server can be started on the copy. */
  copyTo(dir: string): Promise<void>
}

type Cluster = {
  dir: string
  data: string
  binDir: string
  owner: Owner
  temporary: boolean
  settings: string[]
  socketDir: string | null
}

const START_TIMEOUT_MS = 30_000
/** The port is part of the socket's name. */
const SOCKET_PORT = 5432
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** A private PostgreSQL of this machine, gone when this process is gone, however it ends. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const cluster = await prepareCluster(options)
  const started = await startOnSomePort(cluster, cluster.socketDir === null ? options.port : SOCKET_PORT)
  const port = started.port
  let server = started.server
  const stop = (mode: 'fast' | 'immediate' = 'fast') => server.stop(SIGNALS[mode])
  return {
    dir: cluster.dir,
    binDir: cluster.binDir,
    port,
    url: (database) => databaseUrl(cluster, port, database),
    ended: () => server.ended(),
    stop,
    async restart(mode) {
      await stop(mode)
      server = await startServer(cluster, port)
    },
    async copyTo(dir) {
      await stop()
      ownedFolder(dir, cluster.owner)
      const { status, stderr } = spawnSync('cp', ['-a', cluster.data, dir], { encoding: 'utf8', ...cluster.owner })
      if (status !== 0) throw new Error(`${cluster.data} could not be copied to ${dir}: ${stderr}`)
      server = await startServer(cluster, port)
    },
    async [Symbol.asyncDispose]() {
      await stop(cluster.temporary ? 'immediate' : 'fast')
      if (cluster.temporary) await rm(cluster.dir, { recursive: true })
    },
  }
}

/** A server that another process has started with these options. */
export async function findCluster(
  options: PostgresOptions & { socketDir: string },
): Promise<Pick<Postgres, 'url' | 'binDir'>> {
  const cluster = await prepareCluster(options)
  return { url: (database) => databaseUrl(cluster, SOCKET_PORT, database), binDir: cluster.binDir }
}

function databaseUrl({ socketDir }: Cluster, port: number, database: string): string {
  const host = socketDir === null ? `127.0.0.1:${port}` : encodeURIComponent(socketDir)
  return `postgresql://postgres@${host}/${database}`
}

async function prepareCluster(options: PostgresOptions): Promise<Cluster> {
  const { dir: wanted, dirIfClosed, socketDir, durable = true, settings = {} } = options
  const owner = serverOwner()
  const dir = wanted === undefined ? temporaryFolder(owner) : lastingFolder(resolve(wanted), dirIfClosed, owner)
  if (socketDir !== undefined) ownedFolder(socketDir, owner)
  // A newer server cannot read the files of an older one, and must not begin an empty library beside them.
  const binDir = await findBinaries(owner, dir, newestData(dir))
  const major = majorVersion(binDir)
  const data = join(dir, `data-${major}`)
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(binDir, data, major, owner)
  const all = { ...(durable ? {} : UNSAFE), ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const temporary = wanted === undefined
  return { dir, data, binDir, owner, temporary, settings: flags, socketDir: socketDir ?? null }
}

/** The version of PostgreSQL that wrote the data in this directory; null in a new one. */
function newestData(dir: string): number | null {
  const majors = globSync(join(dir, 'data-*', 'PG_VERSION')).map((path) => Number(readFileSync(path, 'utf8').trim()))
  return majors.length === 0 ? null : Math.max(...majors)
}

function temporaryFolder(owner: Owner): string {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-pg-'))
  if (owner !== undefined) chownSync(dir, owner.uid, owner.gid)
  return dir
}

function lastingFolder(wanted: string, ifClosed: string | undefined, owner: Owner): string {
  const dir = ownedFolder(wanted, owner)
  if (ownerMay('-w', dir, owner)) return dir
  if (ifClosed === undefined)
    throw new Error(`PostgreSQL cannot write to ${dir}: its user must be able to enter every directory above.`)
  return ownedFolder(ifClosed, owner)
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
  while (!isReady(cluster, server)) {
    if (!server.running() || Date.now() > deadline) {
      await server.stop('SIGQUIT')
      const log = readFileSync(join(cluster.dir, 'postgres.log'), 'utf8').trimEnd().split('\n').slice(-5).join('\n')
      throw new Error(`PostgreSQL did not start in ${cluster.data}:\n${log}`)
    }
    await sleep(10)
  }
  return server
}

function spawnPostgres(cluster: Cluster, port: number): OwnedProcess {
  const { binDir, data, dir, owner, settings, temporary, socketDir } = cluster
  const log = openSync(join(dir, 'postgres.log'), 'a')
  const addresses = socketDir === null ? '127.0.0.1' : ''
  const listen = ['-c', `listen_addresses=${addresses}`, '-c', `unix_socket_directories=${quoted(socketDir ?? '')}`]
  const network = ['-p', `${port}`, ...listen]
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

/** The server writes its state into this file; `pg_ctl` waits for the same line. Another process id is a crashed server's file. */
function isReady({ data }: Cluster, { child }: OwnedProcess): boolean {
  const lines = textOrEmpty(join(data, 'postmaster.pid')).split('\n')
  return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
}

/** The file may go at any moment: a new server removes the one of a crashed server. */
function textOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** A list of directories in `postgresql.conf`: commas separate them and quotes enclose one. */
function quoted(dir: string): string {
  return dir === '' ? '' : `"${dir.replaceAll('"', '""')}"`
}
