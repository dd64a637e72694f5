import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { newId } from '#platform/random.ts'
import { moveNotes, notedPaths } from '#features/notes/public.ts'
import { syncDue } from '#features/repos/service/due.ts'
import { startGitServer } from '../test/git-server.ts'
import { startPostgres } from '../tools/postgres.ts'

/**
 * A mirror against git run bare, in one run and by turns: `node --import ./tools/tsx.ts bench/repos.ts [rounds]`.
 * Ours also lists every file in the database, so that notes can be told from orphans without git.
 */
const ROUNDS = Number(process.argv[2] ?? 5)
const FILES = Number(process.argv[3] ?? 2_000)
const COMMITS = 300

await using postgres = await startPostgres({ durable: false })
await migrate(postgres.url('postgres'))
const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
await using server = await startGitServer()
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const limits = {
  dir,
  hosts: [],
  testHosts: true,
  maxBytes: 1e9,
  maxFiles: 1e6,
  syncSeconds: 300,
  syncEverySeconds: 1e6,
}
const mirrors = openMirrors(limits)
const origin = server.create('noa/bench')
const text = (i: number) =>
  Array.from({ length: 80 }, (_, n) => `const value${n} = compute(${i * 31 + n}, ${(i * n) % 97})`).join('\n')
origin.commit({
  put: Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`src/d${i % 50}/f${i}.ts`, text(i)])),
})
origin.commits(
  Array.from({ length: COMMITS }, (_, c) => ({ edits: { put: { [`src/d${c % 50}/f${c}.ts`]: text(c + 9_999) } } })),
)

const userId = '1'
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
    { mirrors, notes: { notedPaths, moveNotes } },
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

const times: Record<string, number[]> = { clone: [], mirror: [], fetch: [], sync: [], unchanged: [] }
const add = (name: string, ms: number) => times[name]?.push(ms)
for (let round = 0; round < ROUNDS; round++) {
  const id = newId<'repo'>(clock())
  const bare = join(dir, `bare-${round}`)
  add('clone', await timed(() => bareGit('clone', '--quiet', '--mirror', server.url('noa/bench.git'), bare)))
  await database.pool.query(
    `insert into repos (user_id, id, name, url, created_at, next_sync_at) values ($1, $2, $3, $4, now(), now())`,
    [userId, id, `noa/bench-${round}`, server.url('noa/bench.git')],
  )
  add('mirror', await timed(sync))
  origin.commit({ put: { [`src/d1/f1.ts`]: text(round + 70_000), [`src/new-${round}.ts`]: text(round) } })
  add('fetch', await timed(() => bareGit(`--git-dir=${bare}`, 'fetch', '--quiet')))
  const due = () => database.pool.query('update repos set next_sync_at = now() where id = $1', [id])
  await due()
  add('sync', await timed(sync))
  await due()
  add('unchanged', await timed(sync))
  const { rows } = await database.pool.query<{ head: string; error: string | null }>(
    'select head, error from repos where id = $1',
    [id],
  )
  if (rows[0]?.head !== origin.head()) throw new Error(`not synced: ${rows[0]?.error}`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const m = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
const { rows } = await database.pool.query<{ id: string }>('select id from repos order by created_at desc limit 1')
const mirror = mirrors.of((rows[0]?.id ?? '').replaceAll('-', ''))
const head = origin.head()
const blob = origin.git('rev-parse', `${head}:src/d1/f1.ts`)
const repeat = async (run: () => unknown) => {
  const all: number[] = []
  for (let i = 0; i < 50; i++) all.push(await timed(run))
  return median(all)
}
const view = await repeat(() => mirror.blob(blob, 1e6))
const tree = await repeat(() => mirror.folder(head, 'src/d1/'))
const cat = await repeat(() => bareGit(`--git-dir=${origin.dir}`, 'cat-file', 'blob', blob))

console.log(`${FILES} files, ${COMMITS} commits, median of ${ROUNDS}`)
const row = (name: string, ours: number, theirs: number, than: string) =>
  console.log(
    `${name.padEnd(12)} ${ours.toFixed(1).padStart(8)} ms   ${than.padEnd(20)} ${theirs.toFixed(1).padStart(8)} ms   ${(ours / theirs).toFixed(2)}×`,
  )
row('first mirror', m['mirror'] ?? 0, m['clone'] ?? 0, 'git clone --mirror')
row('sync', m['sync'] ?? 0, m['fetch'] ?? 0, 'git fetch')
row('no change', m['unchanged'] ?? 0, m['fetch'] ?? 0, 'git fetch')
row('file', view, cat, 'git cat-file')
row('folder', tree, cat, 'git cat-file')
await database.close()
rmSync(dir, { recursive: true, force: true })
