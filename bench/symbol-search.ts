import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { foldForSearch } from '#base/fold.ts'
import { type UserId, uuidV7 } from '#base/ids.ts'
import { detectLanguage } from '#base/language/language.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { packBody } from '#platform/db/body-codec.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { grammarOf } from '#platform/symbols/languages.ts'
import { readNames } from '#platform/symbols/read-names.ts'
import { openThreads } from '#platform/threads.ts'
import { searchFileNames, searchFuzzyNames, searchSymbols } from '#features/files/public.ts'
import { type FileNames } from '#features/files/store/search-docs.ts'
import { withFileName } from '#features/files/service/file-names.ts'
import { chunksOf, step } from './bulk-load.ts'
import { seededRandom } from './library-random.ts'
import { SETTINGS } from './make-library.ts'
import { fillRepos, searchInRepos } from './repo-symbols.ts'
import { questions, SAMPLES, withoutLetters } from './symbol-questions.ts'

/**
 * The search for symbols and file names in the library of one person, made of the code in a folder, as often as it takes:
 *
 *     node --import ./tools/tsx.ts bench/symbol-search.ts [--files 50000] [--sources node_modules] [--dir kept]
 *     … --repos 40 [--repo-files 60000]     symbols of repositories with the same names instead
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '50000' },
    sources: { type: 'string', default: 'node_modules' },
    dir: { type: 'string' },
    slow: { type: 'boolean', default: false },
    repos: { type: 'string', default: '0' },
    'repo-files': { type: 'string', default: '60000' },
  },
})
const FILES = Number(values.files)
const REPOS = Number(values.repos)
const REPO_FILES = Number(values['repo-files'])
const USER = '1000' as UserId
const LARGEST = 64 * 1024
const LIMIT = 20

const StoredNames = z.array(z.array(z.tuple([z.string()]).rest(z.unknown())))

type Source = { fileName: string; language: string; text: string; names: FileNames }

function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* pathsIn(path)
    else if (entry.isFile() && grammarOf(detectLanguage(entry.name, '')) !== null && statSync(path).size < LARGEST)
      yield path
  }
}

async function readSources(): Promise<Source[]> {
  const threads = openThreads(async () => (await import('../src/app/text-thread.ts')).here, 2)
  const sources: Source[] = []
  const paths = [...pathsIn(values.sources)].slice(0, FILES)
  const readOne = async (path: string, lane: string) => {
    const text = readFileSync(path, 'utf8').replaceAll('\0', '')
    const fileName = basename(path)
    const language = detectLanguage(fileName, text)
    const read = await readNames((task, input) => threads.run(lane, task, input), language, packBody(text))
    const names = withFileName({ fileName }, read)
    if (names) sources.push({ fileName, language, text, names })
  }
  for (const [a, b] of chunksOf(paths, 2))
    await Promise.all([...(a ? [readOne(a, 'a')] : []), ...(b ? [readOne(b, 'b')] : [])])
  await threads.close()
  return sources
}

const COLUMNS = `user_id, id, file_name, language, tags, version, sha256, size_bytes, line_count, is_favorite, created_at, updated_at, touched_at`

async function fill(client: Client, sources: readonly Source[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into users (user_id, first_name, created_at, last_sign_in_at) values ($1, 'Dana', now(), now())`,
    [USER],
  )
  await client.query('insert into search_tiers values ($1, true)', [USER])
  await client.query(`insert into file_counts values ($1, 'language', 'Text', $2)`, [USER, FILES])
  const random = seededRandom(1)
  const started = Date.UTC(2026, 0, 1)
  const all = Array.from({ length: FILES }, (_, i) => i)
  for (const chunk of chunksOf(all, 1_000)) {
    const made = chunk.flatMap((i) => {
      const source = sources[i % sources.length]
      const at = new Date(started + i * 1_000)
      const path = `f${i}/${source?.fileName}`
      return source ? [{ ...source, at, id: uuidV7(at, random.bytes(10)), path, favorite: i % 50 === 0 }] : []
    })
    await putFiles(client, made)
  }
}

type Made = Source & { id: string; path: string; at: Date; favorite: boolean }

async function putFiles(client: Client, made: readonly Made[]): Promise<void> {
  const each = <T>(value: (file: Made) => T) => made.map(value)
  const files = [each(({ id }) => id), each(({ path }) => path), each(({ language }) => language)]
  await client.query(
    `insert into files (${COLUMNS}) select $1, id, path, language, '{}', 1, '\\x00', 1, 1, favorite, at, at, at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::bool[], $6::timestamptz[]) as f (id, path, language, favorite, at)`,
    [USER, ...files, each(({ favorite }) => favorite), each(({ at }) => at)],
  )
  const texts = [each(({ id }) => id), each(({ text }) => foldForSearch(text))]
  await client.query(
    `insert into search_docs (user_id, file_id, indexed, pairs, doc, names, symbols)
     select $1, id, true, decode(repeat('00', 512), 'hex'), doc, names, symbols
     from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as d (id, doc, names, symbols)`,
    [USER, ...texts, each(({ names }) => names.names), each(({ names }) => names.symbols)],
  )
}

type Names = { symbols: string[]; files: string[] }

/** Names that are there, in a fixed disorder. */
async function readSome(client: Client): Promise<Names> {
  const { rows } = await client.query<{ symbols: unknown; path: string }>(
    `select d.symbols, f.file_name as path from search_docs d join files f on f.user_id = d.user_id and f.id = d.file_id
     where d.symbols is not null order by md5(f.file_name) limit $1`,
    [40 * SAMPLES],
  )
  const random = seededRandom(7)
  const symbols = rows.flatMap((row) => {
    const found = StoredNames.parse(row.symbols)
    return found[random.below(found.length)]?.[0]?.[0] ?? []
  })
  return {
    symbols: symbols.filter((name) => name.length >= 6),
    files: rows.slice(0, SAMPLES).map(({ path }) => basename(path)),
  }
}

type Measured = { kind: string; n: number; p50: number; p95: number; max: number; cpu95: number; hits: number }

/** Time on the processor of the database and of this thread. On a busy machine, the time on the clock says more about the others. */
function cpuMs(backend: number): number {
  const [ran = '0'] = readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ')
  const { user, system } = process.threadCpuUsage()
  return Number(ran) / 1e6 + (user + system) / 1e3
}

async function measure(
  kind: string,
  asked: readonly string[],
  backend: number,
  run: (wanted: string) => Promise<number>,
): Promise<Measured> {
  const times: number[] = []
  const cpu: number[] = []
  let hits = 0
  for (const wanted of asked) await run(wanted)
  for (const wanted of asked) {
    const [from, cpuFrom] = [performance.now(), cpuMs(backend)]
    hits += await run(wanted)
    times.push(performance.now() - from)
    cpu.push(cpuMs(backend) - cpuFrom)
    if (values.slow && (cpu.at(-1) ?? 0) > 30) console.error(kind, JSON.stringify(wanted), cpu.at(-1)?.toFixed(0))
  }
  times.sort((a, b) => a - b)
  cpu.sort((a, b) => a - b)
  const at = (list: readonly number[], share: number) =>
    list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
  return {
    kind,
    n: times.length,
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    max: at(times, 1),
    cpu95: at(cpu, 0.95),
    hits: hits / asked.length,
  }
}

function report(title: string, rows: readonly Measured[]): void {
  console.log(
    `\n| ${title} | questions | hits | p50 ms | p95 ms | max ms | p95 CPU ms |\n|---|---|---|---|---|---|---|`,
  )
  for (const { kind, n, hits, ...ms } of rows)
    console.log(
      `| ${kind} | ${n} | ${hits.toFixed(1)} | ${ms.p50.toFixed(1)} | ${ms.p95.toFixed(1)} | ${ms.max.toFixed(1)} | ${ms.cpu95.toFixed(1)} |`,
    )
}

await using postgres = await startPostgres({
  settings: { ...SETTINGS, shared_buffers: '1GB' },
  ...(values.dir !== undefined && { dir: values.dir }),
})
const url = postgres.url('postgres')
const { applied } = await migrate(url)
// A kept folder may lack the newest migrations.
const isNew = applied.length > 5
const client = new Client({ connectionString: url })
await client.connect()
if (isNew) {
  await client.query('drop index search_docs_by_text')
  const sources = await readSources()
  await step(`${FILES} files of ${sources.length} texts`, () => fill(client, sources))
  await client.query('vacuum analyze')
}
const sizes =
  await client.query(`select pg_size_pretty(pg_relation_size('search_docs_names')) as index, pg_size_pretty(sum(pg_column_size(names))) as names,
  pg_size_pretty(sum(pg_column_size(symbols))) as symbols, sum(jsonb_array_length(symbols))::int as lines, count(*) filter (where symbols is null)::int as stopped from search_docs`)
console.log(sizes.rows[0])
const some = await readSome(client)
const { rowCount: mirrored } = await client.query('select from mirror_lists')
if (REPOS > 0 && mirrored === 0)
  await step(`${REPO_FILES} files in ${REPOS} repositories`, () =>
    fillRepos(client, USER, { files: REPO_FILES, repos: REPOS }),
  )
await client.end()
const { db, pool } = openDatabase({ url, size: 1, applicationName: 'bench' })
const backend = (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
const ctx = { db, user: { id: USER } } as UserCtx
const asked = Object.entries(questions(some.symbols))
const symbols: Measured[] = []
for (const [kind, each] of asked)
  symbols.push(
    await measure(
      kind,
      each,
      backend,
      REPOS > 0
        ? (wanted) => searchInRepos(ctx, wanted, LIMIT)
        : async (wanted) => (await searchSymbols(ctx, wanted, { limit: LIMIT })).hits.length,
    ),
  )
report(REPOS > 0 ? `symbols of ${REPO_FILES} files in ${REPOS} repositories` : `symbols of ${FILES} files`, symbols)
const fileNames: Measured[] = []
for (const [kind, each] of Object.entries(
  REPOS > 0
    ? {}
    : {
        'whole name': some.files,
        '3 letters': some.files.map((name) => name.slice(0, 3)),
        ...Object.fromEntries(asked.slice(-3)),
      },
))
  fileNames.push(
    await measure(kind, each, backend, async (wanted) => (await searchFileNames(ctx, wanted, { limit: LIMIT })).length),
  )
if (REPOS === 0) report('file names', fileNames)
const fuzzy: Measured[] = []
for (const [kind, each] of REPOS > 0 ? [] : Object.entries(withoutLetters(some.symbols)))
  fuzzy.push(
    await measure(kind, each, backend, async (wanted) => {
      const { files, symbols: found } = await searchFuzzyNames(ctx, wanted, LIMIT)
      return files.length + found.length
    }),
  )
if (REPOS === 0) report('names in which letters are left out', fuzzy)
await pool.end()
