import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { PUSH_ENVIRONMENT } from '../vapid.ts'
import { startJourneyRunner } from './runner.ts'

/** How the fixtures learn the address: the processes that run the journeys inherit the environment. */
export const JOURNEYS_URL = 'JOURNEYS_URL'
/** For what no page can do: make a reminder that is due already. */
export const JOURNEYS_DATABASE = 'JOURNEYS_DATABASE'
/** With it a journey can sign in as people of its own. */
export const JOURNEYS_BOT_TOKEN = 'journeys-bot-token'

/** Messenger ids from here on are premium people. */
export const PREMIUM_PEOPLE = 880_000

const LOG = 'test-results/server.log'
const READY_TIMEOUT_MS = 60_000

/** The built program on a fresh, seeded database, for all journeys of a run. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes nothing else
export default async function startServer(): Promise<() => Promise<void>> {
  rmSync(LOG, { force: true })
  const postgres = await startPostgres({ durable: false })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const runner = startJourneyRunner(launch, process.env['PATH'])
  // Imported here, because every process that runs journeys imports this file for its constants.
  const { startOidcProvider } = await import('../oidc-provider.ts')
  const startProvider = (id: string, claims: { name: string; email?: string }) =>
    startOidcProvider({
      clients: [{ client_id: 'journeys', client_secret: 'secret', redirect_uris: [`${url}/auth/oidc/${id}/callback`] }],
      account: { id: 'journeys', claims },
      isEachNew: true,
    })
  const work = await startProvider('work', { name: 'שרה Cohen' })
  const home = await startProvider('home', { name: 'Mallory Levi', email: 'mallory@example.org' })
  const oidc = oidcSettings(work.issuer, home.issuer)
  const env = { ...environment(postgres.url('postgres'), port, url), ...runner.env, ...oidc }
  await runToEnd('migrate', env)
  await runToEnd('seed', env)
  const processes = [launch('web', env), launch('worker', env)]
  await untilReady(`${url}/readyz`, processes)
  process.env[JOURNEYS_URL] = url
  process.env[JOURNEYS_DATABASE] = postgres.url('postgres')
  return async () => {
    await Promise.all([...processes.map((running) => running.stop()), runner.stop(), work.close(), home.close()])
    await postgres[Symbol.asyncDispose]()
    rmSync(mirrorsOf(port), { recursive: true, force: true })
    assertNothingBroke()
  }
}

type LogLine = { err?: { stack: string }; msg: string; request_id?: string }

/** A journey may not notice a request that failed behind its back, and one that notices cannot say why. */
function assertNothingBroke(): void {
  const lines = readFileSync(LOG, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'))
  const broken = lines.map((line) => JSON.parse(line) as LogLine).filter(({ err }) => err !== undefined)
  const told = broken.map(({ err, msg, request_id }) => `${msg} ${request_id ?? ''}\n${err?.stack}`)
  if (told.length > 0) throw new Error(`The server failed ${told.length} times:\n${told.slice(0, 10).join('\n')}`)
}

function oidcSettings(work: string, home: string): NodeJS.ProcessEnv {
  const common = { clientId: 'journeys', clientSecret: 'secret', private: true, scopes: 'openid profile email' }
  const providers = [
    { id: 'work', label: 'Work account', issuer: work, accounts: 'create', ...common },
    { id: 'home', label: 'Home account', issuer: home, ...common },
  ]
  return { OIDC_PROVIDERS: JSON.stringify(providers) }
}

function mirrorsOf(port: number): string {
  return join(tmpdir(), `codeshelf-journeys-${port}`)
}

function environment(databaseUrl: string, port: number, url: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    // Not production: only there is no way to sign in as Dana.
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    PORT: `${port}`,
    BASE_URL: url,
    METRICS_PORT: '0',
    MESSENGER_BOT_TOKEN: JOURNEYS_BOT_TOKEN,
    ...PUSH_ENVIRONMENT,
    // Journeys mirror from a git server of their own, on loopback.
    REPO_TEST_HOSTS: 'true',
    REPOS_UPLOAD: 'on',
    // A folder of this run alone: another run's worker would sweep away what its own database does not know.
    MIRRORS_DIR: mirrorsOf(port),
    // Each journey that runs code is a person of its own: a person has one run at a time.
    PREMIUM_IDS: Array.from({ length: 100 }, (_, n) => PREMIUM_PEOPLE + n).join(','),
    // The largest files of large-figures.spec.ts.
    ...(process.env['LARGE'] === 'full' && { FILE_MAX_MIB: '10' }),
    // Dana does in a minute what a person does in a week.
    RATE_LIMIT_FACTOR: '1000',
  }
}

function launch(command: string, env: NodeJS.ProcessEnv): OwnedProcess {
  mkdirSync('test-results', { recursive: true })
  const log = openSync(LOG, 'a')
  const running = spawnOwned(process.execPath, ['--enable-source-maps', 'dist/server/main.js', command], {
    env,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return running
}

async function runToEnd(command: 'migrate' | 'seed', env: NodeJS.ProcessEnv): Promise<void> {
  const { child } = launch(command, env)
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`codeshelf ${command} failed; see ${LOG}`)
}

async function untilReady(url: string, processes: OwnedProcess[]): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    if (Date.now() > deadline || !processes.every((running) => running.running())) {
      throw new Error(`The server did not become ready; see ${LOG}`)
    }
    await sleep(100)
  }
}
