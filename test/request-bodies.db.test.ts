import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteInfo } from '#platform/http/types.ts'
import { ORIGIN, type TestApp, testApp, type TestUser } from './app.ts'

/** What every route of the running server takes as a body, from its own route table. */
const WEBHOOK_SECRET = 'a-webhook-secret-of-32-characters'
let app: TestApp
let noa: TestUser
let token: string
let noteId: string
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000', ALERTS_WEBHOOK_SECRET: WEBHOOK_SECRET })
  noa = await app.user('Noa', 'admin')
  token = (await noa.createToken('agent')).secret
  noteId = (await noa.createNote(await noa.saveFile('a.py', 'a'), { content: '- [ ] a' })).id
})
afterAll(() => app[Symbol.asyncDispose]())

const KIB = 1024
const MIB = 1024 * KIB
const DEFAULT = 64 * KIB

/** Every route that takes more or less than the default. A new large one is a decision, made here. */
const LIMITS: Record<string, number> = {
  'POST /auth/messenger': 16 * KIB,
  'POST /files/new': 13 * MIB,
  'POST /file/:id/edit': 13 * MIB,
  'POST /api/files': 13 * MIB,
  'PUT /api/files/:id': 13 * MIB,
  'POST /api/repos/:id/upload': 13 * MIB,
  'POST /mcp': 13 * MIB,
  'DELETE /mcp': 13 * MIB,
  'PUT /api/files/raw/:name': 2 * MIB,
  'POST /api/files/raw/:name': 2 * MIB,
  'POST /files/shared': 42 * MIB,
  'POST /files/upload': 200 * MIB,
  'POST /api/files/upload': 200 * MIB,
  'POST /import': 2048 * MIB,
  'POST /api/import': 2048 * MIB,
  'POST /library.git/git-upload-pack': 10 * MIB,
  'POST /library.git/git-receive-pack': 100 * MIB,
  'POST /move-in': 200 * MIB,
  'POST /api/move-in': 200 * MIB,
  'POST /api/move-in/preview': 200 * MIB,
  'POST /api/files/create-share-link': 4 * MIB,
  'POST /shares': 4 * MIB,
  'POST /tools/code': 6 * (51_200 + 102_400) + 64 * KIB,
  'POST /api/code/run': 6 * (51_200 + 102_400) + 64 * KIB,
  'POST /api/code/run/stream': 6 * (51_200 + 102_400) + 64 * KIB,
  'POST /api/sticky-notes/:id': 256 * KIB,
  'POST /api/sticky-notes/board/:id': 256 * KIB,
  'POST /api/sticky-notes/repo/:repo_name/*': 256 * KIB,
  'PUT /api/sticky-notes/note/:id': 256 * KIB,
  'POST /boards/:id/notes': 256 * KIB,
  'POST /boards/:id/notes/:note': 256 * KIB,
  'POST /api/sticky-notes/batch': 25 * MIB,
  'POST /api/repos/:id/import': 4 * MIB,
  'POST /repos/:owner/:name/import': 4 * MIB,
  'POST /api/repo-hooks/:hook': 25 * MIB,
  'POST /api/observability/alerts/webhook': 4 * MIB,
  'POST /api/observability/alerts/ai_explain': 256 * KIB,
  'POST /api/ai/explain': 256 * KIB,
}

const ID = '0190f000000070008000000000000000'
const nameOf = ({ method, url }: RouteInfo) => `${method} ${url}`
const writes = () => app.routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
const isJsonRoute = ({ url }: RouteInfo) => url.startsWith('/api/') || url === '/mcp'

function headersFor({ url }: RouteInfo): Record<string, string> {
  if (url === '/mcp' || url.startsWith('/library.git/')) return { cookie: '', authorization: `Bearer ${token}` }
  if (url.endsWith('/webhook')) return { cookie: '', authorization: `Bearer ${WEBHOOK_SECRET}` }
  return { origin: ORIGIN }
}

function send(route: RouteInfo, payload: string | Readable, headers: Record<string, string>) {
  // The route of a task looks for its note before it looks at the body.
  const known = route.url.replace('/note/:id/task', `/note/${noteId}/task`)
  const url = known.replaceAll(/:\w+/g, ID).replace('*', 'README.md')
  return noa.raw({ method: route.method as 'POST', url, payload, headers: { ...headersFor(route), ...headers } })
}

describe('every route that writes', () => {
  test('has the default body limit, or the one that is stated here', () => {
    const stated = writes().filter(({ bodyLimit }) => bodyLimit !== undefined)
    expect(Object.fromEntries(stated.map((route) => [nameOf(route), route.bodyLimit]))).toEqual(LIMITS)
  })

  test('answers 413 with its limit to a body that says it is longer', async () => {
    for (const route of writes()) {
      const max = LIMITS[nameOf(route)] ?? DEFAULT
      const headers = { 'content-type': 'application/json', 'content-length': String(max + 1) }
      expect(await send(route, '{}', headers), nameOf(route)).toMatchObject({
        status: 413,
        // Git displays plain text only.
        ...(route.config.forGit !== true && { body: { code: 'payload_too_large', max } }),
      })
    }
  })

  test('answers 413 to a longer body of unknown length', async () => {
    const small = writes().filter((route) => (LIMITS[nameOf(route)] ?? DEFAULT) <= MIB && !route.rawBody)
    for (const route of small) {
      const max = LIMITS[nameOf(route)] ?? DEFAULT
      const payload = Readable.from([`{"a":"${'x'.repeat(max)}"}`])
      const answer = await send(route, payload, { 'content-type': 'application/json' })
      expect(answer, nameOf(route)).toMatchObject({ status: 413, body: { code: 'payload_too_large', max } })
    }
  })

  test('answers 415 to a urlencoded body when it is a JSON route', async () => {
    const routes = writes().filter((route) => isJsonRoute(route) && !route.rawBody)
    expect(routes.length).toBeGreaterThan(50)
    for (const route of routes) {
      for (const type of ['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=utf-8']) {
        const answer = await send(route, 'file_name=a.py&content=a', { 'content-type': type })
        expect(answer, nameOf(route)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
      }
    }
  })
})

describe('a body', () => {
  test('is not parsed for an unknown path', async () => {
    for (const payload of ['{broken', `{"a":"${'x'.repeat(DEFAULT)}"}`]) {
      for (const url of ['/nowhere', '/api/nowhere'])
        expect(
          await noa.raw({
            method: 'POST',
            url,
            payload,
            headers: { origin: ORIGIN, 'content-type': 'application/json' },
          }),
        ).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('of megabytes of keys at sign-in is rejected in milliseconds', async () => {
    const keys = Array.from({ length: 700_000 }, (_, i) => `"k${i}":""`)
    const payload = `{${keys.join(',')}}`
    const before = process.threadCpuUsage()
    for (const body of [payload, Readable.from([payload])]) {
      const headers = { 'content-type': 'application/json', origin: ORIGIN }
      const answer = await app.visitor().raw({ method: 'POST', url: '/auth/messenger', payload: body, headers })
      expect(answer).toMatchObject({ status: 413, body: { max: 16 * KIB } })
    }
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
  })
})

describe('the largest lawful content fits its route', () => {
  const json = { origin: ORIGIN, 'content-type': 'application/json' }
  const post = (url: string, payload: string) => noa.raw({ method: 'POST', url, headers: json, payload })
  /** As a client that escapes everything sends them: six bytes for a letter, twelve for an emoji. */
  const EMOJI = '\\ud83d\\ude00'
  const CONTROL = '\\u0001'

  test('when it is a note of 20,000 characters, escaped', async () => {
    const board = await firstBoard()
    const others = `"title":"${EMOJI.repeat(80)}","anchor_text":"${EMOJI.repeat(500)}","anchor_id":"${EMOJI.repeat(500)}"`
    for (const char of [EMOJI, CONTROL, '😀', '\\"']) {
      const note = `{"content":"${char.repeat(20_000)}",${others}}`
      expect((await post(`/api/sticky-notes/board/${board}`, note)).status).toBe(201)
    }
    const form = await noa.form(`/boards/${board}/notes`, { content: '😀'.repeat(20_000), title: '' })
    expect(form.status).toBe(303)
  })

  test('when it is a batch of 100 such notes', async () => {
    const { id } = await noa.createBoardNote(await firstBoard(), { content: 'a' })
    const update = `{"id":"${id}","content":"${EMOJI.repeat(20_000)}"}`
    const answer = await post('/api/sticky-notes/batch', `{"updates":[${Array(100).fill(update).join(',')}]}`)
    expect(answer.status).toBe(200)
  })

  test('when it is a file of 2 MiB, escaped, by the API, the form and an agent', async () => {
    const content = CONTROL.repeat(2 * MIB)
    const api = `{"file_name":"large-1.txt","description":"${EMOJI.repeat(2_000)}","content":"${content}"}`
    expect((await post('/api/files', api)).status).toBe(201)
    expect((await noa.form('/files/new', { file_name: 'large-2.txt', content: 'é'.repeat(MIB) })).status).toBe(303)
    const call = `{"name":"save_file","arguments":{"file_name":"large-3.txt","content":"${content}"}}`
    const accept = 'application/json, text/event-stream'
    const mcp = await app.visitor().raw({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
      payload: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${call}}`,
    })
    expect(mcp.status).toBe(200)
  })

  async function firstBoard(): Promise<string> {
    return (await noa.listBoards())[0]?.id ?? ''
  }
})
