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
import { runInline } from '#platform/threads.ts'
import type { MirrorId } from '#features/repos/repo.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { syncDue } from '#features/repos/service/due.ts'
import { joinMirror } from '#features/repos/store/mirrors.ts'
import { startGitServer } from '../test/git-server.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'

/**
 * A mirror against git run bare, in one run and by turns, against one server on loopback:
 *
 *     node --import ./tools/tsx.ts bench/repos.ts --files 20000 --commits 600 --sync-commits 20 --rounds 7 --people 1000
 *
 * - first mirror: everything from "it is due" until the row names the new commit and every file of it is listed, so that
 *   its pages can be read; bare: `git clone --mirror`.
 * - for everyone: the first mirror until all people who added it have its commit; bare: the same for one person.
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
    people: { type: 'string', default: '100' },
  },
})
const FILES = Number(values.files)
const COMMITS = Number(values.commits)
const SYNC_COMMITS = Number(values['sync-commits'])
const ROUNDS = Number(values.rounds)
const PEOPLE = Number(values.people)

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
    { offload: runInline, remind: remindOfChanges },
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
  record(name, round % 2 === 0 ? first : await timed(ours), bareMs)
}
function record(name: string, ours: number, bare: number): void {
  pairs.set(name, [...(pairs.get(name) ?? []), { ours, bare }])
}

const address = server.url('noa/bench.git')
const due = () => database.pool.query('update mirrors set next_sync_at = now()')
await database.pool.query(
  `insert into users (user_id, first_name, created_at, last_sign_in_at)
   select n, 'Bench', now(), now() from generate_series(1, $1::int) n`,
  [PEOPLE],
)

/** A mirror that is not fetched yet and that so many people added. */
async function addedBy(people: number): Promise<MirrorId> {
  await database.pool.query('delete from mirrors')
  await database.pool.query('delete from repos')
  const now = clock()
  const { id } = await joinMirror(database.db, { newId: newId<'mirror'>(now), url: address, askedBranch: null, now })
  await database.pool.query(
    `insert into repos (user_id, id, name, url, mirror_id, created_at)
     select n, gen_random_uuid(), 'noa/bench', $1, $2, now() from generate_series(1, $3::int) n`,
    [address, id, people],
  )
  return id
}

/** The time until everyone who added it has its commit. */
async function firstMirrorFor(people: number): Promise<number> {
  const id = await addedBy(people)
  const ms = await timed(sync)
  const { rows } = await database.pool.query<{ done: number }>(
    'select count(*)::int as done from repos where mirror_id = $1 and head = $2',
    [id, origin.head()],
  )
  if (rows[0]?.done !== people) throw new Error(`${rows[0]?.done} of ${people} people have the commit`)
  return ms
}

let last: MirrorId | null = null
for (let round = 0; round < ROUNDS; round++) {
  const people = round % 2 === 0 ? [PEOPLE, 1] : [1, PEOPLE]
  const times = new Map<number, number>()
  for (const count of people) times.set(count, await firstMirrorFor(count))
  record('for everyone', times.get(PEOPLE) ?? 0, times.get(1) ?? 0)
  const id = await addedBy(1)
  const bare = join(dir, `bare-${round}`)
  await compare('first mirror', round, sync, () => bareGit('clone', '--quiet', '--mirror', address, bare))
  addCommits(SYNC_COMMITS)
  await due()
  await compare('sync', round, sync, () => bareGit(`--git-dir=${bare}`, 'fetch', '--quiet'))
  await due()
  await compare('no change', round, sync, () => bareGit(`--git-dir=${bare}`, 'fetch', '--quiet'))
  const { rows } = await database.pool.query<{ head: string; n: string; listed: string }>(
    `select m.head, m.file_count as n, (select count(*) from mirror_files f where f.mirror_id = m.id) as listed
     from mirrors m where m.id = $1`,
    [id],
  )
  const tree = origin.git('ls-tree', '-r', '--name-only', 'main').split('\n').length
  if (rows[0]?.head !== origin.head() || Number(rows[0].n) !== tree || Number(rows[0].listed) !== tree)
    throw new Error(`not synced: ${JSON.stringify(rows[0])}, ${tree} files`)
  last = id
}

if (last === null) throw new Error('no rounds')
const mirror = mirrors.local(last)
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
console.log(
  `${FILES} files, ${COMMITS} commits, syncs of ${SYNC_COMMITS} commits, medians of ${ROUNDS} rounds, ${PEOPLE} people`,
)
for (const [name, all] of pairs) {
  const [ours, bare, ratio] = [all.map((p) => p.ours), all.map((p) => p.bare), all.map((p) => p.ours / p.bare)]
  const ms = (values: number[]) => `${median(values).toFixed(1).padStart(8)} ms`
  console.log(`${name.padEnd(13)} ours ${ms(ours)}   bare ${ms(bare)}   ${median(ratio).toFixed(2)}×`)
}
await database.close()
rmSync(dir, { recursive: true, force: true })
