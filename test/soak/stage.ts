import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleServer } from '../../tools/bundle-server.ts'
import { freePort } from '#platform/free-port.ts'
import { cookieOf, keepAliveClient, signInAsk } from '../chaos/load.ts'
import { start, until } from '../chaos/processes.ts'
import { openStore, type Store } from '../chaos/store.ts'
import { cloneDatabase } from '../database.ts'
import { startGitServer } from '../git-server.ts'

/** `SOAK=full`: the sizes of the limits. CI has the same requests on less. */
const full = process.env['SOAK'] === 'full'
export const FILES = full ? 100 : 6
const LINE_BYTES = (full ? 200 : 20) * 1_000_000
const FILE_BYTES = 2 * 1024 * 1024
const PEOPLE = 3

/** Almost the largest text there may be; one Hebrew letter in it makes every character two bytes in memory. */
export const TEXT = `# ש\n${'def needle_of_code(x): return [x, x + 1, 12345]  # a line\n'.repeat(40_000)}`.slice(
  0,
  FILE_BYTES - 100,
)

export type Person = { cookie: string; ids: string[] }
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A real web process with a library of the largest files and a repository with one very long line. */
export async function openStage() {
  const stack = new AsyncDisposableStack()
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-soak-'))
  stack.defer(() => rm(dir, { recursive: true, force: true }))
  const database = stack.use(await cloneDatabase())
  const store = stack.use(await openStore(database.url))
  const origin = stack.use(await startGitServer())
  const environment = {
    MIRRORS_DIR: join(dir, 'mirrors'),
    SPOOL_DIR: join(dir, 'spool'),
    REPO_TEST_HOSTS: 'true',
    RATE_LIMIT_FACTOR: '1000',
    // As in the Dockerfile and docs/operations.md.
    MALLOC_ARENA_MAX: '2',
  }
  // As production runs it: the compiler that our sources need would be a third of the memory. Inside the project, whose
  // package.json it looks for.
  const bundle = join('test-results', 'soak-server')
  await bundleServer(bundle)
  const setting = {
    databaseUrl: database.url,
    port: await freePort(),
    environment,
    program: [join(bundle, 'main.js')],
  }
  const web = stack.use(await start('web', setting))
  const people: Person[] = []
  for (let id = 1; id <= PEOPLE; id++) people.push(await newPerson(setting.port, store, id))
  const [first] = people
  if (!first) throw new Error('nobody')
  await mirror(setting, store, origin, first)
  return { web, port: setting.port, people, repoOf: first, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** One file through the API; the others are copies of its rows, which have the same body. */
async function newPerson(port: number, { client }: Store, id: number): Promise<Person> {
  const connection = keepAliveClient(port)
  const cookie = cookieOf(await connection.send(signInAsk(id)))
  connection.close()
  const headers = { cookie, 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` }
  for (const content of [TEXT, TEXT.replaceAll('12345', '67890')]) {
    const body = JSON.stringify({ file_name: 'large.md', content })
    const saved = await fetch(`http://127.0.0.1:${port}/api/files`, { method: 'POST', headers, body })
    if (!saved.ok) throw new Error(await saved.text())
  }
  await client.query(COPY, [FILES - 1])
  const { rows } = await client.query<{ id: string }>(
    'select f.id from files f join identities i using (user_id) where i.provider_uid = $1 order by f.file_name',
    [String(id)],
  )
  return { cookie, ids: rows.map((row) => row.id.replaceAll('-', '')) }
}

const COPY = `
  with original as (select * from files where file_name = 'large.md' and user_id = (select max(user_id) from files)),
  copies as (select o.user_id, o.id as source, gen_random_uuid() as id, n from original o, generate_series(1, $1::int) n),
  made as (
    insert into files select f.user_id, c.id, 'large' || c.n || '.md', language, language_is_chosen, description, first_line, tags,
      repo, source_url, version, sha256, size_bytes, line_count, is_favorite, is_pinned, created_at, updated_at, touched_at,
      deleted_at, purge_at from original f join copies c on true returning user_id, id),
  versions as (
    insert into file_versions select v.user_id, c.id, v.version, v.sha256, v.size_bytes, v.line_count, v.lines_added,
      v.lines_removed, v.source, v.created_at from file_versions v join copies c on v.user_id = c.user_id and v.file_id = c.source
      where exists (select from made)),
  docs as (
    insert into search_docs select d.user_id, c.id, d.indexed, d.pairs, d.doc from search_docs d
      join copies c on d.user_id = c.user_id and d.file_id = c.source where exists (select from made))
  update file_counts set n = n + $1 where user_id = (select user_id from original)`

async function mirror(
  setting: Parameters<typeof start>[1],
  { client }: Store,
  origin: Awaited<ReturnType<typeof startGitServer>>,
  { cookie }: Person,
): Promise<void> {
  const line = Buffer.alloc(LINE_BYTES, 'a needle in a very long line without an end, ')
  const repo = origin.create('noa/long')
  repo.commit({ put: { 'long.txt': line, 'small.txt': 'needle\n', 'was-long.txt': line } })
  repo.commit({ put: { 'was-long.txt': 'needle\nand another line\n' } })
  await using _worker = await start('worker', setting)
  const headers = { cookie, 'content-type': 'application/json', origin: `http://127.0.0.1:${setting.port}` }
  const body = JSON.stringify({ url: origin.url('noa/long') })
  const added = await fetch(`http://127.0.0.1:${setting.port}/api/repos`, { method: 'POST', headers, body })
  if (!added.ok) throw new Error(await added.text())
  await until('the repository is synced', 60, async () => {
    const { rows } = await client.query('select from repos where head is not null')
    return rows.length > 0
  })
}
