import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { build } from 'vite'
import { keepRunning, runCommand } from './dev-process.ts'
import { freePortFrom } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'

const root = join(import.meta.dirname, '..')
const ASSETS = '.dev/client'
const DATABASE = 'codeshelf'
const READY_TIMEOUT_MS = 60_000
const SANDBOX_ROOT = '/var/lib/codeshelf/sandbox-root'
/** Two checkouts can run at once: what is outside this folder has its hash in the name. */
const CHECKOUT = createHash('sha256').update(root).digest('hex').slice(0, 12)
const RUNNER_STATE = join(tmpdir(), `codeshelf-dev-runner-${CHECKOUT}`)
const RUNNER_ADDRESS = `unix:${join(RUNNER_STATE, 'runner.sock')}`

type Stop = () => Promise<unknown>

/** `npm run dev`: database, migrations, demo data, browser files and every process, all restarted when a source changes. */
async function main(): Promise<void> {
  process.chdir(root)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const stops: Stop[] = []
  stopOnSignals(stops)
  const database = await openDatabase(stops)
  const env = await environment(database.url)
  const bundled = bundleForBrowser(stops)
  await runCommand('migrate', env)
  await runCommand('seed', env)
  await bundled
  const commands = ['web', 'worker', ...(env['RUNNERS'] === RUNNER_ADDRESS ? ['runner'] : [])]
  const processes = commands.map((command) => keepRunning(command, env))
  stops.push(() => Promise.all(processes.map((running) => running.stop())))
  const restart = () => processes.map((running) => running.restart())
  for (const folder of ['src', 'packages/follow/src']) onChange(folder, restart)
  // One that does not run yet has said why; the processes wait for the next try.
  onChange('db/migrations', () => void runCommand('migrate', env).then(restart, () => undefined))
  await untilReady(`${env['BASE_URL']}/readyz`)
  console.log(welcome(`${env['BASE_URL']}`, database.place))
}

/** In the reverse order of their start: the database goes last. */
function stopOnSignals(stops: Stop[]): void {
  let stopping = false
  const stopAll = async () => {
    // A terminal and npm both pass on one Ctrl-C.
    if (stopping) return
    stopping = true
    console.log('\nStopping …')
    for (const stop of stops.toReversed()) await stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)
}

async function openDatabase(stops: Stop[]): Promise<{ url: string; place: string }> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined && given !== '') return { url: given, place: 'DATABASE_URL' }
  const postgres = await startPostgres({ dir: '.dev/pg', dirIfClosed: join(tmpdir(), `codeshelf-pg-${CHECKOUT}`) })
  stops.push(() => postgres.stop())
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rows.length === 0) await client.query(`create database ${DATABASE}`)
  await client.end()
  const inside = !relative(root, postgres.dir).startsWith('..')
  const place = inside ? relative(root, postgres.dir) : `${postgres.dir} (PostgreSQL's user may not enter ${root})`
  return { url: postgres.url(DATABASE), place }
}

async function environment(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const port = await claimPort(Number(process.env['PORT'] ?? 3000))
  return {
    // Two processes share this machine, and nobody collects their metrics.
    METRICS_PORT: '0',
    MESSENGER_BOT_TOKEN: 'development-bot-token',
    // A developer, or a test of this server, signs in as several people from one address.
    RATE_LIMIT_FACTOR: '5',
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    PORT: `${port}`,
    BASE_URL: `http://localhost:${port}`,
    ASSETS_DIR: ASSETS,
    ...runnerSettings(),
  }
}

/**
 * A free port, from this one on. The web process listens only seconds later, and a second `npm run dev` would find the port free until
 * then. The kernel releases the claim, an abstract socket, however this process ends.
 */
async function claimPort(from: number): Promise<number> {
  const port = await freePortFrom(from)
  const claim = createServer().unref().listen(`\0codeshelf-dev-${port}`)
  return once(claim, 'listening').then(
    () => port,
    () => claimPort(port + 1),
  )
}

/** Where the file system of the sandbox has been made (`tools/sandbox-root.sh`), code runs on the server too. */
function runnerSettings(): NodeJS.ProcessEnv {
  if (process.env['RUNNERS'] !== undefined || !existsSync(SANDBOX_ROOT)) return {}
  return { RUNNERS: RUNNER_ADDRESS, RUNNER_STATE, RUNNER_SECRET: 'secret-of-a-development-machine' }
}

/** Builds the browser files now and again whenever one of their sources changes; waits for the first time only. */
async function bundleForBrowser(stops: Stop[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watcher = await build({
    configLoader: 'native',
    logLevel: 'warn',
    build: { watch: {}, outDir: ASSETS, emptyOutDir: true, minify: false },
  })
  if (!('on' in watcher)) throw new Error('Vite does not watch')
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.log(event.error.message)
    if (event.code === 'END') resolve()
  })
  stops.push(() => watcher.close())
  await promise
}

/** Editors write a file in several steps: one restart for all of them. Browser files need none, pages look them up each time. */
function onChange(folder: string, run: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(run, 300)
  }
  watch(folder, { recursive: true }, soon)
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  console.log(`${url} did not answer within ${READY_TIMEOUT_MS / 1000} s; see the lines above`)
}

function welcome(address: string, place: string): string {
  return `
  Codeshelf is ready after ${(performance.now() / 1000).toFixed(1)} s

    open        ${address}
    sign in as  Dana, Omer or Noa (admin), at ${address}/login
    data        ${place}
    stop        Ctrl-C
`
}

await main()
