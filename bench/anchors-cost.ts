import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { followTexts } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { newId } from '#platform/random.ts'
import { runInline } from '#platform/threads.ts'
import { history, seeded } from '../packages/follow/src/edit-script.fixture.ts'
import { followNotes } from '#features/following/public.ts'
import { listRepoNotes } from '#features/repos/service/notes.ts'
import { startGitServer } from '../test/git-server.ts'
import { mirrorBundle } from './anchors-direct.ts'
import { addRepo, type Mirrored, syncTo } from './anchors-run.ts'

/**
 * What following notes costs, in CPU time of this process and of git:
 *
 *     node --import ./tools/tsx.ts bench/anchors-cost.ts --repos histories [--part commits --part sync --part open] [--repo preact]
 *
 * `commits`: one commit with 200 notes. `sync`: a sync of 500 commits without and with 2,000 notes, and reading these. `open`: a file with 1,000 notes.
 */
const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    part: { type: 'string', multiple: true, default: ['commits', 'sync', 'open'] },
    repo: { type: 'string', multiple: true, default: [] },
  },
})
const COMMITS = 500
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const mirrors = openMirrors({
  dir,
  spoolDir: dir,
  hosts: [],
  testHosts: true,
  maxBytes: 1e9,
  maxFiles: 1e6,
  syncSeconds: 300,
  syncEverySeconds: 1e6,
  upload: false,
})
const bare = new Map<string, string>()
const folder = resolve(values.repos ?? '.')
const bundles = readdirSync(folder)
  .filter((name) => name.endsWith('.bundle'))
  .map((name) => ({ repo: basename(name, '.bundle'), bundle: join(folder, name) }))
  .filter(({ repo }) => values.repo.length === 0 || values.repo.includes(repo))

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`)
if (values.part.includes('commits')) await measureCommits()
if (values.part.includes('sync')) await measureSync()
if (values.part.includes('open')) measureOpening()
rmSync(dir, { recursive: true, force: true })

/** CPU milliseconds of this process and of the children that have ended, which the kernel counts in hundredths of a second. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (user + system) / 1000 + 10 * (Number(fields[13]) + Number(fields[14]))
}

async function cpuOf(run: () => Promise<unknown>): Promise<number> {
  const before = cpuNow()
  await run()
  return cpuNow() - before
}

type Lines = { path: string; start: number; end: number; quote: string }

/** Notes of one to five lines, spread over the texts of a commit. */
function linesAt(gitDir: string, commit: string, count: number): Lines[] {
  const git = (...args: string[]) =>
    execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 1e9 }).toString()
  const random = seeded(1)
  const files = git('ls-tree', '-r', '--name-only', '-z', commit)
    .split('\0')
    .filter((path) => path !== '')
  const texts = new Map<string, string[]>()
  const notes: Lines[] = []
  for (let tries = 0; notes.length < count && tries < 100 * count; tries++) {
    const path = files[random(files.length)] ?? ''
    const text = texts.get(path) ?? git('show', `${commit}:${path}`).split('\n')
    texts.set(path, text)
    const start = 1 + random(text.length)
    const end = Math.min(text.length, start + random(5))
    const quote = text.slice(start - 1, end).join('\n')
    if (text.length > 3 && !quote.includes('\0') && quote.trim() !== '') notes.push({ path, start, end, quote })
  }
  return notes
}

/** The commits of the main line from `COMMITS` ago, or from the first one. */
function rangeOf(gitDir: string): { from: string; to: string; commits: number } {
  const list = execFileSync('git', [`--git-dir=${gitDir}`, 'rev-list', '--first-parent', 'main'], { encoding: 'utf8' })
  const all = list.trim().split('\n')
  const commits = Math.min(COMMITS, all.length - 1)
  return { from: all[commits] ?? '', to: all[0] ?? '', commits }
}

async function measureCommits(): Promise<void> {
  console.log('| repository | commits | CPU ms per commit, 200 notes |\n|---|--:|--:|')
  const all: number[] = []
  for (const { repo, bundle } of bundles) {
    const mirror: LocalMirror = mirrorBundle(mirrors, dir, bundle)
    const { from, to, commits } = rangeOf(bareOf(bundle, repo))
    const notes = linesAt(bareOf(bundle, repo), from, 200).map(({ path, start, end }) => ({
      noteId: newId<'note'>(new Date()) as NoteId,
      path,
      start,
      end,
      commit: from,
      followed: null,
      places: [],
      watchAt: null,
      watchText: null,
      watchSymbol: null,
    }))
    const ms = (await cpuOf(() => followNotes({ mirror, offload: runInline, from, to }, notes))) / commits
    all.push(ms)
    console.log(`| ${repo} | ${commits} | ${ms.toFixed(1)} |`)
  }
  console.log(`| median | | ${all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]?.toFixed(1)} |\n`)
}

function bareOf(bundle: string, repo: string): string {
  const known = bare.get(repo)
  if (known !== undefined) return known
  const made = join(dir, `${repo}.bare`)
  execFileSync('git', ['clone', '--quiet', '--bare', bundle, made])
  bare.set(repo, made)
  return made
}

async function measureSync(): Promise<void> {
  await using postgres = await startPostgres({ durable: false })
  await migrate(postgres.url('postgres'))
  const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
  await using server = await startGitServer()
  console.log('| repository | sync without notes, CPU s | with 2,000 notes | reading them |\n|---|--:|--:|--:|')
  for (const { repo, bundle } of bundles) {
    const { from, to, commits } = rangeOf(bareOf(bundle, repo))
    if (commits < COMMITS) continue
    const seconds: number[] = []
    for (const count of [0, 2_000]) {
      const origin = server.create(`bench/${repo}-${count}`)
      origin.git('fetch', '--quiet', bundle, 'main:refs/bench/all')
      const stage = { database, mirrors, server }
      origin.git('update-ref', 'refs/heads/main', from)
      const mirrored = await addRepo(stage, `${repo}-${count}`, origin)
      await syncTo(stage, mirrored, from)
      await insertNotes(database.pool, mirrored.name, from, linesAt(bareOf(bundle, repo), from, count))
      seconds.push((await cpuOf(() => syncTo(stage, mirrored, to))) / 1000)
      if (count > 0) seconds.push((await cpuOf(() => readAll(mirrored))) / 1000)
    }
    console.log(`| ${repo} | ${seconds.map((each) => each.toFixed(2)).join(' | ')} |`)
  }
  console.log('')
  await database.close()
}

/** As the API would make them, without its limits. */
async function insertNotes(pool: Pool, name: string, commit: string, notes: readonly Lines[]): Promise<void> {
  await pool.query(
    `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y, width, height, color,
       is_minimized, mode, line_start, line_end, quote, quote_before, quote_after, quote_version, quote_commit, created_at, updated_at)
     select 1, gen_random_uuid(), 'repo', $1, n.path, '', '', '', '', 100, 100, 250, 200, 'yellow', false, 'anchored', n.first, n.last, n.quote, '', '',
       1, $2, now(), now()
     from unnest($3::text[], $4::int[], $5::int[], $6::text[]) as n (path, first, last, quote)`,
    [
      name,
      commit,
      notes.map(({ path }) => path),
      notes.map(({ start }) => start),
      notes.map(({ end }) => end),
      notes.map(({ quote }) => quote),
    ],
  )
}

/** Opens every file that had or has notes. */
async function readAll({ ctx, name }: Mirrored): Promise<void> {
  const rows = await ctx.db.selectFrom('notes').select('repo_path').distinct().where('repo_name', '=', name).execute()
  for (const { repo_path: path } of rows) if (path !== null) await listRepoNotes(ctx, name, path)
}

/** A library file with 20 versions, as `GET /api/sticky-notes/:id` follows its notes; the smallest of five measurements. */
function measureOpening(): void {
  const random = seeded(1)
  const texts = readdirSync('packages/follow/fixtures').map((name) =>
    readFileSync(`packages/follow/fixtures/${name}`, 'utf8'),
  )
  const versions = history(texts.join('\n'), 20, texts.join('\n').split('\n'), random).map((lines, version) => ({
    version,
    content: lines.map(({ text }) => `${text}\n`).join(''),
  }))
  const first = versions[0]?.content.split('\n') ?? []
  const anchors = Array.from({ length: 1_000 }, () => {
    const start = 1 + random(first.length - 5)
    const end = start + random(5)
    return { lines: { start, end }, version: 0, quote: first.slice(start - 1, end).join('\n') }
  })
  const measured = Array.from({ length: 5 }, () => {
    const { user, system } = process.threadCpuUsage()
    followTexts(anchors, versions)
    const after = process.threadCpuUsage()
    return (after.user + after.system - user - system) / 1000
  })
  console.log(`1,000 notes on ${first.length} lines, 20 versions: ${Math.min(...measured).toFixed(0)} ms of CPU`)
}
