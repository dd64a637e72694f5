import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { nastyTexts } from '../nasty-texts.ts'
import { signWidget } from '../sign-widget.ts'
import { readLibrary } from './library.ts'

/**
 * Makes the fixture of a release from a checkout of it that has been built:
 *
 *     node --import ./tools/tsx.ts test/upgrade/make-fixture.ts ../codeshelf-0.1.0 0.1.0
 *
 * The release creates its database, its demo users and, through its API, another person with texts that are easily damaged. Stored are the dump and
 * what the API answered.
 */
const [checkout = '', release = ''] = process.argv.slice(2)
const program = join(resolve(checkout), 'dist/server/main.js')
const BOT_TOKEN = 'fixture-bot-token'
const PEOPLE = { Dana: 1001, Omer: 1002, Noa: 1003, Rami: 2001 }

await using postgres = await startPostgres({ durable: false })
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const env = {
  PATH: process.env['PATH'],
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url('postgres'),
  PORT: String(port),
  BASE_URL: origin,
  METRICS_PORT: '0',
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
}
const run = (command: string) =>
  spawnOwned(process.execPath, [program, command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
for (const command of ['migrate', 'seed']) {
  const [code] = (await once(run(command).child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`codeshelf ${command} ended with ${code}`)
}
const web = run('web')
while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await sleep(100)
const people: Record<string, { cookie: string; library: unknown }> = {}
for (const [name, id] of Object.entries(PEOPLE)) people[name] = { cookie: await signIn(name, id), library: null }
const token = await fillLibrary(people['Rami']?.cookie ?? '')
for (const person of Object.values(people))
  person.library = await readLibrary((path) => ask('GET', path, person.cookie))
const madeAt = new Date().toISOString()
await web.stop()

const DUMP = ['--format=plain', '--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges']
const EVENTS = ['events*', 'event_counts*', 'request_counts*'].map((table) => `--exclude-table-data=${table}`)
const dump = execFileSync(join(postgres.binDir, 'pg_dump'), [...DUMP, ...EVENTS, `--dbname=${env.DATABASE_URL}`])
  .toString()
  // psql reads these lines and the server does not; PostgreSQL 15 does not know the setting.
  .replaceAll(/^(?:\\(?:un)?restrict .*|SET transaction_timeout.*)\n/gm, '')
const folder = join(import.meta.dirname, '../fixtures/upgrade')
writeFileSync(join(folder, `${release}.sql.gz`), gzipSync(dump, { level: 9 }))
writeFileSync(join(folder, `${release}.json.gz`), gzipSync(JSON.stringify({ madeAt, token, people }), { level: 9 }))

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, cookie: string, body?: object): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function signIn(name: string, id: number): Promise<string> {
  const data = signWidget(BOT_TOKEN, { id, first_name: name, auth_date: Math.floor(Date.now() / 1000) })
  const response = await fetch(`${origin}/auth/messenger`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!response.ok) throw new Error(`${name} cannot sign in: ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Returns an access token. */
async function fillLibrary(cookie: string): Promise<string> {
  const post = (path: string, body: object) => ask('POST', path, cookie, body)
  const Saved = z.object({ file_id: z.string() })
  const ids: string[] = []
  for (const [i, content] of Object.values(nastyTexts).entries())
    ids.push(Saved.parse(await post('/api/files', { file_name: `nasty${i}.txt`, content })).file_id)
  const moving = { file_name: 'moving.py', content: 'a = 1\nb = 2\nprint(a + b)\n', tags: ['כספים'] }
  const { file_id: id } = Saved.parse(await post('/api/files', moving))
  const NoteId = z.object({ id: z.string() })
  const { id: noteId } = NoteId.parse(
    await post(`/api/sticky-notes/${id}`, { content: 'שורת הסיכום\r\n- [ ] לבדוק', line_start: 3, line_end: 3 }),
  )
  await post(`/api/sticky-notes/note/${noteId}/reminder`, { preset: '1h', tz: 'Asia/Jerusalem' })
  // The note follows its line.
  await ask('PUT', `/api/files/${id}`, cookie, { content: `# שלום\n\n${moving.content}`, prev_version: 1 })
  await post(`/api/files/${id}/share`, { days: 90 })
  await post('/api/files/create-share-link', { permanent: true, file_ids: [id, ids[0]], hidden_lines: { [id]: [3] } })
  const created = await post('/api/tokens', { name: 'laptop', scopes: ['read', 'write'], expires_in_days: null })
  return z.object({ token: z.string() }).parse(created).token
}
