import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import { migrate } from '#platform/db/migrate.ts'
import { HEAVY_FILES } from '#features/files/search-index.ts'
import { type Postgres, startPostgres } from '#platform/postgres/private-server.ts'
import { chunksOf, dropIndexes, type Loader, openLoader, step } from './bulk-load.ts'
import { type Random, seededRandom } from './library-random.ts'
import { COLUMNS, type Loaded, makeCounters, makeFile, type MadeFile, rowsOf } from './library-rows.ts'
import { makeText, NEEDLES, readCorpus } from './library-texts.ts'

export type LibrarySize = { files: number; users: number; heavy: number; seed: number }

/** Fits the machine, not the trick: nothing here helps one query. */
export const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
  work_mem: '16MB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  default_toast_compression: 'lz4',
  random_page_cost: 1.1,
  jit: 'off',
}
const SMALL_SETTINGS = { ...SETTINGS, shared_buffers: '512MB' }

export const HEAVY_USER = 1_000
export const FIRST_USER = 1_001
const FILES_A_CHUNK = 4_000
const YEARS = 4
/** The moment the library is as old as; fixed, so that the same seed makes the same library. */
const NOW = new Date('2026-11-15T00:00:00.000Z')

export type Library = AsyncDisposable & { postgres: Postgres; url: string; size: LibrarySize }

/** A durable PostgreSQL with that many files. In a folder that is kept, a library of the same size is used again. */
export async function openLibrary(size: LibrarySize, dir?: string): Promise<Library> {
  const settings = size.files > 100_000 ? SETTINGS : SMALL_SETTINGS
  const postgres = await startPostgres({ settings, ...(dir !== undefined && { dir }) })
  const url = postgres.url('postgres')
  const marker = join(postgres.dir, 'library.json')
  await migrate(url)
  if (readText(marker) !== JSON.stringify(size)) {
    await fill(url, size)
    writeFileSync(marker, JSON.stringify(size))
  }
  return { postgres, url, size, [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose]() }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

async function fill(url: string, size: LibrarySize): Promise<void> {
  const started = performance.now()
  const client = new Client({ connectionString: url })
  await client.connect()
  // Every row that a foreign key would look for is written by the same run.
  await client.query('set session_replication_role = replica')
  const indexes = await dropIndexes(client, Object.keys(COLUMNS))
  await step('people', () => putPeople(client, size))
  await step('files', () => putFiles(client, size))
  for (const definition of indexes) await step(definition.slice(0, 60), () => client.query(definition))
  await client.query('insert into search_tiers values ($1, true) on conflict do nothing', [HEAVY_USER])
  await step('vacuum analyze', () => client.query('vacuum analyze'))
  await assertSane(client, size)
  await client.query('checkpoint')
  await client.end()
  console.error(`made ${size.files} files in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** The token of a person's session. */
export function tokenOf(userId: number): string {
  return `bench-session-of-${userId}`
}

async function putPeople(client: Client, { users }: LibrarySize): Promise<void> {
  const ids = Array.from({ length: users }, (_, i) => HEAVY_USER + i)
  const now = new Date()
  const ends = new Date(now.getTime() + 80 * SECONDS_PER_DAY * 1000)
  const people = `from unnest($1::bigint[]) as u (id)`
  await client.query(
    `insert into users (user_id, first_name, created_at, last_sign_in_at) select id, 'Person ' || id, $2, $2 ${people}`,
    [ids, now],
  )
  await client.query(`insert into identities select 'messenger', 500000 + id, id, $2 ${people}`, [ids, now])
  await client.query(
    `insert into sessions select id, gen_random_uuid(), hash, 'bench', $3, $3, $4, $4 from unnest($1::bigint[], $2::bytea[]) as u (id, hash)`,
    [ids, ids.map((id) => sha256(tokenOf(id))), now, ends],
  )
  await client.query('insert into session_keys select token_hash, user_id, id, ends_at from sessions')
  await client.query("select setval('user_ids', $1)", [HEAVY_USER + users])
}

/** In the order of time, as a library grows: one person's files lie between those of all the others. */
async function putFiles(client: Client, size: LibrarySize): Promise<void> {
  using loader = openLoader(client)
  const counters = makeCounters()
  let loading = Promise.resolve()
  for (const chunk of chunksOf(madeFiles(size), FILES_A_CHUNK)) {
    for (const file of chunk) counters.add(file)
    const rows = chunk.map(rowsOf)
    // The next chunk is made while this one is loaded.
    await loading
    loading = loadFiles(loader, rows)
  }
  await loading
  for (const [table, lines] of Object.entries(counters.rows())) await loader.copy(table, '', lines)
}

export async function loadFiles(loader: Loader, rows: readonly Record<Loaded, string>[]): Promise<void> {
  for (const table of ['blobs', 'files', 'file_versions', 'search_docs'] as const)
    await loader.copy(
      table,
      `(${COLUMNS[table]})`,
      rows.map((row) => row[table]),
    )
}

/** Bursts of one person, each of one moment: an upload of two hundred files gives them all the same time. */
function* madeFiles({ files, users, heavy, seed }: LibrarySize): Generator<MadeFile> {
  const random = seededRandom(seed)
  const corpus = readCorpus()
  const left = { all: files, heavy }
  const span = YEARS * 365 * SECONDS_PER_DAY * 1000
  for (let n = 0; left.all > 0;) {
    const isHeavy = random.next() < left.heavy / left.all
    const userId = isHeavy ? HEAVY_USER : FIRST_USER + Math.floor((users - 1) * random.next() ** 1.2)
    const burst = Math.min(burstOf(random), isHeavy ? left.heavy : left.all - left.heavy)
    const at = new Date(NOW.getTime() - Math.floor((span * left.all) / files))
    for (let i = 0; i < burst; i++, n++) {
      const text = makeText(random, corpus, n, plantedIn(random, isHeavy, heavy - left.heavy + i, heavy))
      yield makeFile(random, text, { userId, n, at, now: NOW, isTrashed: false, isHeavy })
    }
    left.all -= burst
    if (isHeavy) left.heavy -= burst
    if (random.chance(0.05)) {
      const text = makeText(random, corpus, n, [])
      yield makeFile(random, text, { userId, n: n++, at, now: NOW, isTrashed: true, isHeavy })
    }
  }
}

function burstOf(random: Random): number {
  if (random.chance(0.7)) return 1
  return random.chance(0.98) ? 1 + random.below(12) : 50 + random.below(150)
}

const RARE_IN_HEAVY = 12

/** Twelve times in all of the heavy user's files, once in a few hundred of the others'. */
function plantedIn(random: Random, isHeavy: boolean, nth: number, heavy: number): string[] {
  const words = [NEEDLES.rare, NEEDLES.hebrewRare]
  if (!isHeavy) return words.filter(() => random.chance(0.003))
  return nth % Math.floor(heavy / RARE_IN_HEAVY) === 7 ? words : []
}

async function assertSane(client: Client, { files, heavy }: LibrarySize): Promise<void> {
  const { rows } = await client.query<{ all: number; heavy: number; others: number }>(
    `select count(*)::int as all, count(*) filter (where user_id = $1)::int as heavy,
       (select count(*)::int from (select from files where deleted_at is null and user_id <> $1 group by user_id having count(*) > $2) u) as others
     from files where deleted_at is null`,
    [HEAVY_USER, HEAVY_FILES],
  )
  const [made] = rows
  if (made?.all !== files || made.heavy !== heavy || made.others > 0)
    throw new Error(`The library is not what was asked for: ${JSON.stringify(made)}`)
}

export const SIZES = {
  ci: { files: 20_000, users: 200, heavy: 5_000, seed: 1 },
  full: { files: 1_000_000, users: 10_000, heavy: 50_000, seed: 1 },
} as const satisfies Record<string, LibrarySize>

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '20000' },
      users: { type: 'string', default: '10000' },
      heavy: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string' },
    },
  })
  const files = Number(values.files)
  const size = {
    files,
    users: Number(values.users),
    heavy: Math.min(Number(values.heavy), Math.floor(files / 4)),
    seed: Number(values.seed),
  }
  if (values.dir === undefined) throw new Error('--dir says where to keep it')
  await using library = await openLibrary(size, values.dir)
  console.log(`${library.postgres.dir}: start it again with bench/library.ts --dir`)
}
