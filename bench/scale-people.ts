import { Client } from 'pg'
import { foldForSearch } from '#base/fold.ts'
import { uuidV7 } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import { quoteOf } from '#features/following/anchored-note.ts'
import { BOUNDS, type Note } from '#features/notes/note.ts'
import { columnsOf } from '#features/notes/store/rows.ts'
import { chunksOf, dropIndexes, openLoader, step } from './bulk-load.ts'
import { cookieOf } from './library-cases.ts'
import { seededRandom } from './library-random.ts'
import { COLUMNS, copyRow, makeCounters, makeFile, type MadeFile, rowsOf } from './library-rows.ts'
import { makeText, readCorpus } from './library-texts.ts'
import { FIRST_USER, loadFiles, tokenOf } from './make-library.ts'

export const FILES_EACH = 2
const TEMPLATES = 300
const MAX_TEXT_CHARS = 3_000
const PEOPLE_A_CHUNK = 4_000
const START = new Date('2022-11-01T00:00:00.000Z')
const SPAN_SECONDS = 4 * 365 * SECONDS_PER_DAY
/** Spreads neighbours in time over all user ids: it has no common factor with a power of ten. */
const STRIDE = 7_919

type Template = { file: MadeFile; content: string }

/** Texts that all people share. Making millions of texts would take longer than loading them, and no query sees two people's texts. */
export function makeTemplates(): Template[] {
  const random = seededRandom(1)
  const corpus = readCorpus()
  const templates: Template[] = []
  while (templates.length < TEMPLATES) {
    const n = templates.length
    const text = makeText(random, corpus, n, [])
    if (text.content.length > MAX_TEXT_CHARS) continue
    const asked = { userId: 0, n, at: START, now: START, isTrashed: false, isHeavy: false }
    templates.push({ file: makeFile(random, text, asked), content: text.content })
  }
  return templates
}

/** Everything about a person follows from the position, so that no query warms the caches to find a person's files. */
export type Crowd = { people: number; templates: readonly Template[] }
export type Person = { cookie: string; files: string[]; fileName: string; noteId: string }

/** Different people, anywhere among all of them. */
export function randomPeople(crowd: Crowd, count: number): Person[] {
  const random = seededRandom(crowd.people)
  const positions = new Set<number>()
  while (positions.size < count) positions.add(random.below(crowd.people))
  return Array.from(positions, (position) => personAt(crowd, position))
}

function personAt(crowd: Crowd, position: number): Person {
  const files = Array.from({ length: FILES_EACH }, (_, nth) => fileAt(crowd, nth, position).file)
  return {
    cookie: cookieOf(userAt(crowd, position)),
    files: files.map(({ id }) => id),
    fileName: files[0]?.fileName ?? '',
    noteId: noteAt(crowd, position).id,
  }
}

const userAt = ({ people }: Crowd, position: number) => FIRST_USER + ((position * STRIDE) % people)

/** Each person saves the first file before anybody saves the second: files of one person are far apart in the table. */
function fileAt(crowd: Crowd, nth: number, position: number): Template {
  const order = nth * crowd.people + position
  const random = seededRandom(order)
  // Two equal texts of one person would be one blob.
  const template = crowd.templates[nth + FILES_EACH * random.below(TEMPLATES / FILES_EACH)]
  if (!template) throw new Error('No template')
  const at = addSeconds(START, Math.floor((SPAN_SECONDS * order) / (FILES_EACH * crowd.people)))
  const id = uuidV7<'file'>(at, random.bytes(10))
  const userId = userAt(crowd, position)
  return { ...template, file: { ...template.file, userId, id, createdAt: at, touchedAt: at } }
}

function noteAt(crowd: Crowd, position: number): Note {
  const { file, content } = fileAt(crowd, 0, position)
  const at = addSeconds(file.createdAt, 60)
  return {
    id: uuidV7<'note'>(at, seededRandom(-1 - position).bytes(10)),
    target: { kind: 'file', fileId: file.id },
    title: '',
    content: `Check this line before the next release, see number ${position}.`,
    position: { x: BOUNDS.x.standard, y: BOUNDS.y.standard },
    size: { width: BOUNDS.width.standard, height: BOUNDS.height.standard },
    color: 'yellow',
    tags: [],
    isMinimized: false,
    mode: 'anchored',
    lineStart: 2,
    lineEnd: 2,
    anchorId: null,
    anchorText: null,
    quote: quoteOf(content, 1, 2, 2),
    createdAt: at,
    updatedAt: at,
  }
}

/** The rows of one person outside the tables of files, in the order of `PERSON_COLUMNS`. */
function personRows(crowd: Crowd, position: number, now: Date) {
  const userId = userAt(crowd, position)
  const hash = sha256(tokenOf(userId))
  const sessionId = uuidV7<'session'>(now, hash)
  // Yesterday: the first request of a person today also updates the session, as it does in real use.
  const seen = addSeconds(now, -SECONDS_PER_DAY)
  const ends = addSeconds(now, 80 * SECONDS_PER_DAY)
  const note = noteAt(crowd, position)
  const fileId = note.target.kind === 'file' ? note.target.fileId : null
  const noteValues = Object.values(columnsOf(note, { title: '', body: foldForSearch(note.content) }))
  const isPending = position % 2 === 0
  const remindAt = addSeconds(now, (isPending ? 1 : -1) * 30 * SECONDS_PER_DAY)
  return {
    users: copyRow([userId, `Person ${userId}`, START, seen]),
    identities: copyRow(['messenger', 500_000 + userId, userId, START]),
    sessions: copyRow([userId, sessionId, hash, 'bench', seen, seen, addSeconds(now, 29 * SECONDS_PER_DAY), ends]),
    session_keys: copyRow([hash, userId, sessionId, ends]),
    notes: copyRow([userId, note.id, 'file', fileId, note.createdAt, ...noteValues]),
    reminders: isPending
      ? copyRow([userId, note.id, fileId, remindAt, 'pending', null, remindAt])
      : copyRow([userId, note.id, fileId, remindAt, 'acknowledged', remindAt, null]),
  }
}

function personColumns(crowd: Crowd): Record<keyof ReturnType<typeof personRows>, string> {
  const noteColumns = Object.keys(columnsOf(noteAt(crowd, 0), { title: '', body: '' }))
  return {
    users: '(user_id, first_name, created_at, last_sign_in_at)',
    identities: '',
    sessions: '',
    session_keys: '',
    notes: `(user_id, id, kind, file_id, created_at, ${noteColumns.join(', ')})`,
    reminders: '',
  }
}

/** `nodes` are all servers of a cluster, the one that takes statements first. */
export async function fillCrowd(nodes: readonly string[], crowd: Crowd): Promise<void> {
  const client = new Client({ connectionString: nodes[0] })
  await client.connect()
  // Every row that a foreign key would look for is written by the same run.
  await client.query('set session_replication_role = replica')
  const columns = personColumns(crowd)
  const tables = [...Object.keys(COLUMNS), ...Object.keys(columns)]
  // With `wal_level = minimal`, tables that the same transaction truncated are written without WAL. Citus has `logical`.
  const isPlain = nodes.length === 1
  if (isPlain) await client.query(`begin; truncate ${tables.join(', ')} cascade`)
  const indexes = await dropIndexes(client, tables)
  await step(`files of ${crowd.people} people`, () => loadAllFiles(client, crowd))
  await step('people', () => loadPeople(client, crowd, columns))
  await step('indexes', async () => {
    for (const definition of indexes) await client.query(definition)
  })
  await client.query("select setval('user_ids', $1)", [FIRST_USER + crowd.people])
  if (isPlain) await client.query('commit')
  await client.end()
  for (const node of nodes) await step('vacuum analyze', () => vacuum(node))
}

async function vacuum(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

async function loadAllFiles(client: Client, crowd: Crowd): Promise<void> {
  using loader = openLoader(client)
  let loading = Promise.resolve()
  for (let nth = 0; nth < FILES_EACH; nth++)
    for (const chunk of chunksOf(Array(crowd.people).keys(), PEOPLE_A_CHUNK)) {
      const rows = chunk.map((position) => rowsOf(fileAt(crowd, nth, position).file))
      // The next chunk is made while this one is loaded.
      await loading
      loading = loadFiles(loader, rows)
    }
  await loading
}

async function loadPeople(client: Client, crowd: Crowd, columns: ReturnType<typeof personColumns>): Promise<void> {
  using loader = openLoader(client)
  const now = new Date()
  let loading = Promise.resolve()
  for (const chunk of chunksOf(Array(crowd.people).keys(), PEOPLE_A_CHUNK)) {
    const rows = chunk.map((position) => personRows(crowd, position, now))
    const counters = makeCounters()
    for (const position of chunk)
      for (let nth = 0; nth < FILES_EACH; nth++) counters.add(fileAt(crowd, nth, position).file)
    const counts = counters.rows()
    await loading
    loading = (async () => {
      for (const table of ['users', 'identities', 'sessions', 'session_keys', 'notes', 'reminders'] as const) {
        const lines = rows.map((row) => row[table])
        await loader.copy(table, columns[table], lines)
      }
      for (const [table, lines] of Object.entries(counts)) await loader.copy(table, '', lines)
    })()
  }
  await loading
}
