import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteInfo } from '#platform/http/types.ts'
import { type Answer, ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../app.ts'
import { type Field, fieldsOf, sampleOf, schemaOf, withValue } from './fields.ts'
import { sendForm } from '../forms.ts'
import { encode, type Hostile, hostileTexts, valuesFor } from './values.ts'

/** Hostile values in every field of every route. Driven by the route table: a route added tomorrow is covered tomorrow. */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000000' })
})
afterAll(() => app[Symbol.asyncDispose]())

type Shelf = { admin: TestUser; known: Record<string, unknown>; ids: Record<string, string> }

/** A person with one of each thing that routes are about. */
async function fillShelf(): Promise<Shelf> {
  const admin = await app.user('Noa', 'admin')
  const file = await admin.saveFile('a.md', '- [ ] a\nb\n')
  const [{ id: board } = { id: '' }] = await admin.listBoards()
  const note = await admin.createNote(file, { content: '- [ ] a' })
  await admin.post(`/api/sticky-notes/note/${note.id}/reminder`, { preset: '1h', tz: 'UTC' })
  const share = replyOf(await admin.post(`/api/files/${file}/share`, {})).share_id
  const link = replyOf(await admin.post('/api/files/create-share-link', { file_ids: [file] })).token
  const known = {
    file_ids: [file],
    file_id: file,
    note_id: note.id,
    board_id: board,
    share_id: share,
    prev_version: 1,
    prev_updated_at: note.updated_at,
    index: 0,
  }
  return { admin, known, ids: { file, note: note.id, board, share, link } }
}

/** Which thing `:id` is, by the words before it. */
function idFor(url: string, { ids }: Shelf): string | undefined {
  if (/note-boards|\/board\/|\/boards/.test(url)) return ids['board']
  if (/\/note\/|\/reminders\//.test(url)) return ids['note']
  if (/share/.test(url)) return ids['share']
  return ids['file']
}

function paramsOf({ url }: RouteInfo, shelf: Shelf): Record<string, string> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const own: Record<string, string | undefined> = { note: shelf.ids['note'], token: shelf.ids['link'], version: '1' }
  return Object.fromEntries(names.map((name) => [name, own[name] ?? idFor(url, shelf) ?? 'x']))
}

/** The request with one field of it replaced. */
function send(route: RouteInfo, shelf: Shelf, field: Field, hostile: Hostile): Promise<Answer> {
  const params = { ...paramsOf(route, shelf), '*': 'README.md' }
  const [name = ''] = field.path.map(String)
  const encoded = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      field.part === 'params' && key === name ? encode(hostile.text) : value,
    ]),
  )
  const path = route.url.replaceAll(/:(\w+)/g, (_, key: string) => encoded[key] ?? '').replace('*', encoded['*'] ?? '')
  const query = field.part === 'querystring' ? `?${name}=${encode(hostile.text)}` : ''
  const body = payloadOf(route, shelf, field, hostile)
  return shelf.admin.raw({
    method: route.method as 'POST',
    url: path + query,
    headers: { origin: ORIGIN, ...(body && { 'content-type': body.type }) },
    ...(body && { payload: body.payload }),
  })
}

const takesJson = ({ url }: RouteInfo) => /^\/(api|auth)\//.test(url)
const HOLE = '"the hostile value stands here"'

function payloadOf(route: RouteInfo, { known }: Shelf, field: Field, hostile: Hostile) {
  const schema = schemaOf(route, 'body')
  if (!schema) return null
  const sample = sampleOf(schema, 'body', known)
  if (takesJson(route)) {
    const holed = field.part === 'body' ? withValue(sample, field.path, JSON.parse(HOLE)) : sample
    return { type: 'application/json', payload: JSON.stringify(holed).replace(HOLE, () => hostile.json) }
  }
  const flat = field.part === 'body' ? withValue(sample, field.path.slice(0, 1), hostile.text) : sample
  const pairs = Object.entries(flat ?? {}).map(([key, value]) => `${encode(key)}=${encode(String(value))}`)
  return { type: 'application/x-www-form-urlencoded', payload: pairs.join('&') }
}

/** What the test server does not have: a sandbox. */
const HONEST = new Set(['sandbox_unavailable'])
const isFailure = ({ status, body }: Answer) => status >= 500 && !HONEST.has(String(body['code']))

test('no field of any route answers 5xx to NUL, lone surrogates, a megabyte or numbers beyond their column', async () => {
  let shelf = await fillShelf()
  const routes = app.routes.filter(({ method, url }) => method !== 'HEAD' && url !== '/assets/*')
  const counts = { routes: 0, fields: 0, requests: 0 }
  const statuses = new Map<number, number>()
  const failures: string[] = []
  for (const route of routes) {
    const fields = fieldsOf(route)
    if (fields.length > 0) counts.routes += 1
    counts.fields += fields.length
    for (const field of fields) {
      const values = valuesFor(field, takesJson(route))
      const answers = await Promise.all(values.map((hostile) => send(route, shelf, field, hostile)))
      for (const [i, answer] of answers.entries()) {
        counts.requests += 1
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (isFailure(answer))
          failures.push(
            `${answer.status} ${route.method} ${route.url} ${field.part} ${field.path.join('.')}: ${values[i]?.name}`,
          )
      }
    }
    // Some routes delete what they are given, and some the person.
    if ((await shelf.admin.get(`/api/sticky-notes/note/${shelf.ids['note']}/reminder`)).status !== 200)
      shelf = await fillShelf()
  }
  const seen = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(
    `fuzz: ${counts.routes} routes, ${counts.fields} fields, ${counts.requests} requests; ${seen.join(', ')}\n`,
  )
  expect(failures).toEqual([])
  expect(counts.requests).toBeGreaterThan(5_000)
}, 300_000)

test('no name of an uploaded file answers 5xx', async () => {
  const { admin } = await fillShelf()
  const names = hostileTexts.filter(({ text }) => text.length < 100_000)
  for (const url of ['/api/files/upload', '/files/upload', '/api/import', '/import', '/files/shared'])
    for (const { name, text } of names) {
      const answer = await sendForm(admin, url, [{ name: text, content: 'a\n' }])
      expect(answer.status, `${url} ${name} ${answer.text.slice(0, 200)}`).toBeLessThan(500)
    }
})
