import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { fillLibrary, TOKEN } from './git-remote-library.ts'

/**
 * `git clone` of a library over HTTP beside `git clone` of the same history from disk (`file://`, so that git sends a pack in
 * both cases), by turns:
 *
 *     npm run build && node --import ./tools/tsx.ts bench/git-remote.ts --files 5000 --versions 20000 --rounds 5
 *
 * - cold: no repository on disk yet; the commits are appended to the database and written to a repository first.
 * - rebuilt: the commits are in the database, the repository was deleted.
 * - warm: the repository is there.
 * - push: as many commits as `--push` says, each of which changes one file.
 *
 * Memory is the peak of the sum over all processes: the client, and git and the web process on the server.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '500' },
    versions: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    push: { type: 'string', default: '100' },
  },
})
const FILES = Number(values.files)
const VERSIONS = Number(values.versions)

await using postgres = await startPostgres({ durable: false })
const url = postgres.url('postgres')
await migrate(url)
const client = new Client({ connectionString: url })
await client.connect()
await fillLibrary(client, { files: FILES, versions: VERSIONS })

const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const port = await freePort()
const web = spawn(process.execPath, ['dist/server/main.js', 'web'], {
  stdio: ['ignore', process.stderr, 'inherit'],
  env: {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    DATABASE_URL: url,
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_PORT: String(await freePort()),
    BASE_URL: `http://127.0.0.1:${port}`,
    MIRRORS_DIR: join(dir, 'mirrors'),
    SPOOL_DIR: join(dir, 'spool'),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  },
})
// Not left behind when this program fails.
process.on('exit', () => web.kill('SIGKILL'))
const remote = `http://git:${TOKEN}@127.0.0.1:${port}/library.git`
await untilReady()

const cold = await clone(remote, 'cold')
const head = git('-C', join(dir, 'cold'), 'rev-parse', 'HEAD')
const commits = Number(git('-C', join(dir, 'cold'), 'rev-list', '--count', 'HEAD'))
rmSync(join(dir, 'mirrors'), { recursive: true })
const rebuilt = await clone(remote, 'rebuilt')
const isSame = git('-C', join(dir, 'rebuilt'), 'rev-parse', 'HEAD') === head
const pairs: { ours: Run; bare: Run }[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  const first = round % 2 === 0 ? await clone(remote, `ours${round}`) : null
  const bare = await clone(`file://${join(dir, 'rebuilt', '.git')}`, `bare${round}`)
  pairs.push({ ours: first ?? (await clone(remote, `ours${round}`)), bare })
}
const ours = median(pairs.map((pair) => pair.ours))
const bare = median(pairs.map((pair) => pair.bare))
console.log(`${FILES} files, ${VERSIONS} versions: ${commits} commits, head after rebuild is the same: ${isSame}`)
console.log(`pack of the client: ${mib(packBytes(join(dir, 'cold', '.git')))}`)
console.log('| | s | × from disk | peak memory | × from disk |\n|---|--:|--:|--:|--:|')
for (const [name, run] of Object.entries({ 'from disk': bare, warm: ours, rebuilt, cold }))
  console.log(
    `| ${name} | ${(run.ms / 1000).toFixed(2)} | ${(run.ms / bare.ms).toFixed(2)} | ${mib(run.bytes)} | ${(run.bytes / bare.bytes).toFixed(2)} |`,
  )
const pushed = await push()
console.log(`push of ${values.push} commits: ${(pushed.ms / 1000).toFixed(2)} s, ${pushed.versions} versions`)
git('-C', join(dir, 'cold'), 'fsck', '--strict')
console.log('fsck --strict: clean')
web.kill('SIGTERM')
await once(web, 'exit')
await client.end()
rmSync(dir, { recursive: true, force: true })

async function untilReady(): Promise<void> {
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
}

type Run = { ms: number; bytes: number }

async function clone(from: string, name: string): Promise<Run> {
  const started = performance.now()
  const child = spawn('git', ['clone', '--quiet', from, join(dir, name)], { stdio: 'inherit', env: gitEnv() })
  const roots = from.startsWith('file:') ? [child.pid] : [child.pid, web.pid]
  let bytes = 0
  const timer = setInterval(() => (bytes = Math.max(bytes, memoryOf(roots))), 50)
  await once(child, 'exit')
  clearInterval(timer)
  if (child.exitCode !== 0) throw new Error(`git clone ended with ${child.exitCode}`)
  return { ms: performance.now() - started, bytes }
}

async function push(): Promise<Run & { versions: number }> {
  const folder = join(dir, 'cold')
  for (let i = 0; i < Number(values.push); i++) {
    writeFileSync(join(folder, `file-${i % FILES}.ts`), `pushed ${i}\n`)
    git('-C', folder, '-c', 'user.name=Dana', '-c', 'user.email=d@b.test', 'commit', '--quiet', '-am', `commit ${i}`)
  }
  const count = async () =>
    Number((await client.query<{ n: string }>('select count(*) as n from file_versions')).rows[0]?.n)
  const before = await count()
  const started = performance.now()
  const child = spawn('git', ['-C', folder, 'push', '--quiet'], { stdio: 'inherit', env: gitEnv() })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`git push ended with ${child.exitCode}`)
  return { ms: performance.now() - started, bytes: 0, versions: (await count()) - before }
}

/** Of these processes and all that they started. */
function memoryOf(roots: readonly (number | undefined)[]): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)))
  const isOurs = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOurs).reduce((sum, pid) => sum + residentOf(pid), 0)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0)
}

/** Without the pages of mapped files, which the kernel can drop. */
function residentOf(pid: number): number {
  return Number(/^RssAnon:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) * 1024
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

function gitEnv() {
  return {
    PATH: process.env['PATH'],
    HOME: '/',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', env: gitEnv(), maxBuffer: 2 ** 28 }).trim()
}

function packBytes(folder: string): number {
  const packs = join(folder, 'objects', 'pack')
  return readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0)
}

function median(runs: readonly Run[]): Run {
  const middle = runs.toSorted((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`
}
