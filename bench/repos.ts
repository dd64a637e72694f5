import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { newId } from '#platform/random.ts'
import { syncDue } from '#features/repos/service/due.ts'
import { startGitServer } from '../test/git-server.ts'
import { startPostgres } from '../tools/postgres.ts'

/**
 * A mirror against git run bare, in one run and by turns, against one server on loopback:
 *
 *     node --import ./tools/tsx.ts bench/repos.ts --files 20000 --commits 600 --sync-commits 20 --rounds 7
 *
 * - first mirror: everything from "it is due" until the row names the new commit and every file of it is listed, so that
 *   its pages can be read; bare: `git clone --mirror`.
 * - sync: the same for some new commits; bare: `git fetch` of that mirror. no change: a sync that finds nothing new.
 * - file, folder: what a page asks git for; bare: `git cat-file blob` and `git cat-file -p <tree>`.
 *
 * Who goes first changes with every round, and each round has its own ratio: the median of those is what counts.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    commits: { type: 'string', default: '300' },
    'sync-commits': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
  },
})
const FILES = Number(values.files)
const COMMITS = Number(values.commits)
const SYNC_COMMITS = Number(values['sync-commits'])
const ROUNDS = Number(values.rounds)

await using postgres = await startPostgres({ durable: false })
await migrate(postgres.url('postgres'))
const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
await using server = await startGitServer()
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const mirrors = openMirrors({
  dir,
  spoolDir: '/nonexistent',
  hosts: [],
  testHosts: true,
  maxBytes: 1e9,
  maxFiles: 1e6,
  syncSeconds: 300,
  syncEverySeconds: 1e6,
  upload: false,
})
const origin = server.create('noa/bench')
const text = (i: number) =>
  Array.from({ length: 80 }, (_, n) => `const value${n} = compute(${i * 31 + n}, ${(i * n) % 97})`).join('\n')
const pathOf = (i: number) => `src/d${i % 50}/f${i}.ts`
let made = 0
/** Each changes a file, and every fifth adds or renames one. */
function addCommits(count: number): void {
  origin.commits(
    Array.from({ length: count }, () => {
      const n = (made += 1)
      const put = { [pathOf(n % FILES)]: text(n + 9_999), ...(n % 5 === 0 && { [`new/f${n}.ts`]: text(n) }) }
      return { edits: { put, ...(n % 5 === 1 && n > 10 && { rename: { [`new/f${n - 6}.ts`]: `moved/f${n}.ts` } }) } }
    }),
  )
}
origin.commit({ put: Object.fromEntries(Array.from({ length: FILES }, (_, i) => [pathOf(i), text(i)])) })
addCommits(COMMITS)

const clock = () => new Date()
const sync = () =>
  syncDue(
    {
      db: database.db,
      clock,
      emit: () => undefined,
      log: pino({ level: 'silent' }),
      newId: () => newId(clock()),
      signal: new AbortController().signal,
      progress: () => undefined,
    },
    mirrors,
  )

async function timed(run: () => unknown): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

const bareGit = (...args: string[]) =>
  new Promise<void>((resolve, reject) => {
    // Waited for without blocking: this process also serves the repository.
    execFile('git', args, { env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' } }, (error) =>
      error ? reject(error) : resolve(),
    )
  })

const pairs = new Map<string, { ours: number; bare: number }[]>()
async function compare(name: string, round: number, ours: () => unknown, bare: () => unknown): Promise<void> {
  const first = round % 2 === 0 ? await timed(ours) : 0
  const bareMs = await timed(bare)
  pairs.set(name, [...(pairs.get(name) ?? []), { ours: round % 2 === 0 ? first : await timed(ours), bare: bareMs }])
}

const address = server.url('noa/bench.git')
const due = (id: string) => database.pool.query('update repos set next_sync_at = now() where id = $1', [id])
let last = ''
for (let round = 0; round < ROUNDS; round++) {
  const id = newId<'repo'>(clock())
  const bare = join(dir, `bare-${round}`)
  await database.pool.query(
    `insert into users (user_id, first_name, created_at, last_sign_in_at) values (1, 'Bench', now(), now())
     on conflict (user_id) do nothing`,
  )
  await database.pool.query(
    `insert into repos (user_id, id, name, url, created_at, next_sync_at) values (1, $1, $2, $3, now(), now())`,
    [id, `noa/bench-${round}`, address],
  )
  await compare('first mirror', round, sync, () => bareGit('clone', '--quiet', '--mirror', address, bare))
  addCommits(SYNC_COMMITS)
  await due(id)
  await compare('sync', round, sync, () => bareGit(`--git-dir=${bare}`, 'fetch', '--quiet'))
  await due(id)
  await compare('no change', round, sync, () => bareGit(`--git-dir=${bare}`, 'fetch', '--quiet'))
  const { rows } = await database.pool.query<{ head: string; n: string; listed: string }>(
    `select r.head, r.file_count as n, (select count(*) from repo_files f where f.repo_id = r.id and f.generation = r.generation) as listed
     from repos r where r.id = $1`,
    [id],
  )
  const tree = origin.git('ls-tree', '-r', '--name-only', 'main').split('\n').length
  if (rows[0]?.head !== origin.head() || Number(rows[0].n) !== tree || Number(rows[0].listed) !== tree)
    throw new Error(`not synced: ${JSON.stringify(rows[0])}, ${tree} files`)
  last = id
}

const mirror = mirrors.of(last)
const head = origin.head()
const blob = origin.git('rev-parse', `${head}:${pathOf(1)}`)
const folder = origin.git('rev-parse', `${head}:src/d1`)
for (let round = 0; round < 40; round++) {
  const cat = (...args: string[]) => bareGit(`--git-dir=${origin.dir}`, 'cat-file', ...args)
  await compare(
    'file',
    round,
    () => mirror.blob(blob, 1e6),
    () => cat('blob', blob),
  )
  await compare(
    'folder',
    round,
    () => mirror.folder(head, 'src/d1/'),
    () => cat('-p', folder),
  )
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
console.log(`${FILES} files, ${COMMITS} commits, syncs of ${SYNC_COMMITS} commits, medians of ${ROUNDS} rounds`)
for (const [name, all] of pairs) {
  const [ours, bare, ratio] = [all.map((p) => p.ours), all.map((p) => p.bare), all.map((p) => p.ours / p.bare)]
  const ms = (values: number[]) => `${median(values).toFixed(1).padStart(8)} ms`
  console.log(`${name.padEnd(13)} ours ${ms(ours)}   bare ${ms(bare)}   ${median(ratio).toFixed(2)}×`)
}
await database.close()
rmSync(dir, { recursive: true, force: true })
