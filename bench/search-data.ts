import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { foldForSearch } from '#base/fold.ts'
import { uuidV7 } from '#base/ids.ts'
import { truncateChars } from '#base/text.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { spawnOwned } from '#platform/owned-process.ts'
import { listTree } from '#features/repos/service/list-tree.ts'
import { putList } from '#features/repos/store/files.ts'
import { chunksOf, step } from './bulk-load.ts'
import { environment } from './library-record.ts'
import { seededRandom } from './library-random.ts'
import { hebrewSentence } from './library-texts.ts'
import { HEAVY_USER, openLibrary } from './make-library.ts'
import { makeMirrors, type MadeMirror, randomLine, textFiles } from './mirrors.ts'
import { PROGRAM } from './stage.ts'

export type SearchSize = { files: number; notes: number; repos: number; mb: number }

export const SEARCH_SIZES = {
  ci: { files: 2_000, notes: 2_000, repos: 4, mb: 16 },
  full: { files: 50_000, notes: 50_000, repos: 40, mb: 1_024 },
} as const satisfies Record<string, SearchSize>

/** The others of the library, beside the one who searches. */
const OTHERS = { users: 20, files: 500 }
const BOARDS = 30

export type SearchFolders = { mirrors: string; index: string; postgres: string }

export function foldersIn(dir: string): SearchFolders {
  return { mirrors: join(dir, 'mirrors'), index: join(dir, 'index'), postgres: join(dir, 'postgres') }
}

/** One person with that much, in a folder that is kept. What is there already is used again. */
export async function openSearchData(dir: string, size: SearchSize, sources: readonly string[], zoekt: Zoekt) {
  const folders = foldersIn(resolve(dir))
  mkdirSync(folders.mirrors, { recursive: true })
  const { files } = size
  const library = await openLibrary(
    { files: files + OTHERS.files, users: OTHERS.users, heavy: files, seed: 1 },
    folders.postgres,
  )
  const marker = join(resolve(dir), 'search.json')
  const asked = JSON.stringify(size)
  const database = openDatabase({ url: library.url, size: 5, applicationName: 'bench' })
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== asked) {
    const made = await fill(database, folders, size, sources)
    console.error(`${made.length} repositories, ${sum(made, 'files')} files, ${sum(made, 'bytes') >> 20} MB of text`)
    writeFileSync(marker, asked)
  }
  if (!(await isFinished(database.pool))) {
    await step('worker', () => letWorkerFinish(database.pool, library.url, folders, zoekt))
    await step('vacuum analyze', () => vacuum(library.url))
  }
  await database.close()
  return library
}

/** On a connection of its own: those of the program end a statement that takes long. */
async function vacuum(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

function sum(made: readonly MadeMirror[], key: 'files' | 'bytes'): number {
  return made.reduce((all, mirror) => all + mirror[key], 0)
}

type Database = ReturnType<typeof openDatabase>

async function fill(
  { db, pool }: Database,
  folders: SearchFolders,
  { notes, repos, mb }: SearchSize,
  folderNames: readonly string[],
): Promise<MadeMirror[]> {
  const sources = folderNames.flatMap(textFiles)
  let made: MadeMirror[] = []
  await pool.query('delete from mirrors')
  // In a browser, the welcome would lie over the page.
  await pool.query('update users set has_seen_welcome_modal = true')
  await step('mirrors', async () => {
    made = await makeMirrors(pool, folders.mirrors, { sources, bytes: mb * 1024 * 1024, count: repos })
  })
  await step('lists of files', async () => {
    for (const mirror of made) await addRepo(db, pool, folders.mirrors, mirror)
  })
  await step('notes', () => putNotes(pool, notes, sources, made))
  return made
}

/** The list of files and the row of the user, as the first sync writes them. */
async function addRepo(db: Database['db'], pool: Pool, dir: string, { mirrorId, name, commit }: MadeMirror) {
  const limits = { hosts: [], testHosts: true, maxBytes: 0, maxFiles: 1_000_000, syncSeconds: 0, syncEverySeconds: 0 }
  const mirrors = openMirrors({ dir, spoolDir: dir, upload: false, ...limits })
  const list = { mirrorId, generation: 1 }
  const signal = new AbortController().signal
  const mirror = mirrors.local(mirrorId)
  await listTree(db, { current: null, commit, mirror, maxFiles: limits.maxFiles, signal, newList: list })
  await putList(db, { ...list, commit })
  await pool.query(
    `insert into repos (user_id, id, name, url, mirror_id, head, created_at)
     values ($1, gen_random_uuid(), $2, 'https://example.org/' || $2, $3, $4, now())`,
    [HEAVY_USER, name, mirrorId, commit],
  )
}

const YEAR_MS = 365 * 86_400_000

/** A third on files, a third on boards, a third on repositories; half of them in Hebrew. */
async function putNotes(pool: Pool, count: number, sources: readonly string[], made: readonly MadeMirror[]) {
  const random = seededRandom(3)
  const { rows: files } = await pool.query<{ id: string }>(
    'select id from files where user_id = $1 and deleted_at is null order by id limit 20000',
    [HEAVY_USER],
  )
  const { rows: boards } = await pool.query<{ id: string }>(
    `insert into boards (user_id, id, name, is_default, created_at)
     select $1, gen_random_uuid(), 'Board ' || n, n = 1, now() from generate_series(1, $2::int) n returning id`,
    [HEAVY_USER, BOARDS],
  )
  const lines = Array.from({ length: 2_000 }, () => randomLine(sources).trim())
  const now = Date.now()
  for (const chunk of chunksOf(
    Array.from({ length: count }, (_, i) => i),
    1_000,
  )) {
    const notes = chunk.map((n) => {
      const sentence = () => (n % 2 === 0 ? hebrewSentence(random) : (lines[random.below(lines.length)] ?? ''))
      const at = new Date(now - Math.floor((YEAR_MS * (count - n)) / count))
      const content = Array.from({ length: 1 + random.below(6) }, sentence).join('\n')
      return {
        id: uuidV7(at, random.bytes(10)),
        at,
        title: truncateChars(sentence(), 60),
        content,
        file: n % 3 === 0 ? (files[random.below(files.length)]?.id ?? null) : null,
        board: n % 3 === 1 ? (boards[random.below(boards.length)]?.id ?? null) : null,
        repo: n % 3 === 2 ? (made[n % made.length]?.name ?? null) : null,
      }
    })
    await insertNotes(pool, notes)
  }
}

type Note = {
  id: string
  at: Date
  title: string
  content: string
  file: string | null
  board: string | null
  repo: string | null
}

async function insertNotes(pool: Pool, notes: readonly Note[]): Promise<void> {
  const each = <T>(value: (note: Note) => T) => notes.map(value)
  await pool.query(
    `insert into notes (user_id, id, kind, file_id, board_id, repo_name, repo_path, title, content, search_title, search_body,
       pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
     select $1, id, case when f is not null then 'file' when b is not null then 'board' else 'repo' end, f, b, r,
       case when r is not null then 'README.md' end, title, content, folded_title, folded, 0, 0, 240, 160, 'yellow', false,
       case when f is not null then 'anchored' else 'surface' end, at, at
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
       as n (id, f, b, r, title, content, folded_title, folded, at)`,
    [
      HEAVY_USER,
      each(({ id }) => id),
      each(({ file }) => file),
      each(({ board }) => board),
      each(({ repo }) => repo),
      each(({ title }) => title),
      each(({ content }) => content),
      each(({ title }) => foldForSearch(title)),
      each(({ content }) => foldForSearch(content)),
      each(({ at }) => at),
    ],
  )
}

export type Zoekt = { url: string; program: string }

/** The environment of a process of the program with this data. */
export function searchEnvironment(url: string, { mirrors, index }: SearchFolders, zoekt: Zoekt | null) {
  return {
    PATH: process.env['PATH'],
    ...environment(url),
    MIRRORS_DIR: mirrors,
    METRICS_PORT: '0',
    ...(zoekt && { ZOEKT_URL: zoekt.url, ZOEKT_INDEX: index, ZOEKT_GIT_INDEX: zoekt.program }),
  }
}

/** The program's own worker reads the symbols and builds the code index. */
async function letWorkerFinish(pool: Pool, url: string, folders: SearchFolders, zoekt: Zoekt): Promise<void> {
  const env = searchEnvironment(url, folders, zoekt)
  const worker = spawnOwned(process.execPath, [PROGRAM, 'worker'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    while (!(await isFinished(pool))) {
      if (!worker.running()) throw new Error('The worker has stopped')
      await sleep(5_000)
    }
  } finally {
    await worker.stop()
  }
}

async function isFinished(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ files: number; index: number; symbols: number }>(
    `select (select count(*)::int from search_docs where names is null) as files,
       (select count(*)::int from mirrors where indexed_commit is distinct from head) as index,
       (select count(*)::int from mirrors where symbols_commit is distinct from head) as symbols`,
  )
  const [left] = rows
  console.error(
    `left: symbols of ${left?.files} files, index of ${left?.index} mirrors, symbols of ${left?.symbols} mirrors`,
  )
  return left?.files === 0 && left.index === 0 && left.symbols === 0
}
