import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteInfo } from '#platform/http/types.ts'
import { ORIGIN, type TestApp, testApp, type TestUser } from './app.ts'

/** S49, driven by the server's own route table: a route added tomorrow is covered tomorrow. */
let app: TestApp
let dana: TestUser
let noa: TestUser
beforeAll(async () => {
  // One person tries every route many times over.
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  noa = await app.user('Noa', 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())

const NOBODYS_ID = '0190f000000070008000000000000000'
const urlOf = ({ url }: RouteInfo) =>
  url.replace(':version', '1').replaceAll(/:\w+/g, NOBODYS_ID).replace('*', 'README.md')
const isWrite = ({ method }: RouteInfo) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
/** Without the routes for git, which answer in plain text and have tests of their own in the feature. */
const rows = (keep: (route: RouteInfo) => boolean) =>
  app.routes.filter((route) => route.method !== 'HEAD' && route.config.forGit !== true && keep(route))
/** Bodies of these are bytes or forms. */
const isPlainJson = ({ url }: RouteInfo) =>
  url.startsWith('/api/') && !/upload|import|move-in(?:$|\/preview)|\/raw\/|webhook|hooks/.test(url)
/** Addresses of their own, so that the rate limit does not answer first. */
let address = 0
const from = () => `127.9.${(address += 1) >> 8}.${address & 255}`

describe('S49: every route of the running server', () => {
  test('signed out → 401 with the body of the contract', async () => {
    for (const route of rows(({ auth }) => auth !== 'public')) {
      const answer = await app
        .visitor()
        .raw({ method: route.method as 'GET', url: urlOf(route), remoteAddress: from(), headers: { origin: ORIGIN } })
      expect(answer, `${route.method} ${route.url}`).toMatchObject({
        status: 401,
        body: { ok: false, error: 'Authentication required', redirect: '/login' },
      })
    }
  })

  test('signed out, a browser navigation → 302 to /login with the way back, and the same JSON body', async () => {
    for (const route of rows(({ auth, method }) => auth !== 'public' && method === 'GET')) {
      const answer = await app
        .visitor()
        .raw({ method: 'GET', url: urlOf(route), remoteAddress: from(), headers: { accept: 'text/html' } })
      expect(answer, route.url).toMatchObject({
        status: 302,
        headers: { location: `/login?next=${encodeURIComponent(urlOf(route))}` },
        body: { error: 'Authentication required', redirect: '/login' },
      })
    }
  })

  test('a plain user on premium and admin routes → 403', async () => {
    for (const route of rows(({ auth }) => auth === 'premium' || auth === 'admin')) {
      const answer = await dana.raw({ method: route.method as 'GET', url: urlOf(route), headers: { origin: ORIGIN } })
      const code = route.auth === 'premium' ? 'premium_required' : 'admin_only'
      expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, body: { code } })
    }
  })

  test('another user’s ids → 404', async () => {
    for (const route of rows(({ auth, url, method }) => auth === 'user' && url.includes(':') && method === 'GET')) {
      expect((await dana.get(urlOf(route))).status, route.url).toBe(404)
    }
  })

  test('nobody’s texts are in the lists, searches and pages of another user with the same words', async () => {
    const [rona, omer] = [await app.user('Rona'), await app.user('Omer')]
    for (const person of [rona, omer]) {
      const mark = `only${person.name}Has`
      const file = await person.saveFile('shared-word.py', `def shared_word():\n    return "${mark}"\n`, {
        tags: [mark],
      })
      await person.createNote(file, { title: `shared-word ${mark}`, content: `shared-word ${mark}` })
      await person.createBoard(`shared-word ${mark}`)
    }
    const asked = rows(({ auth, url, method }) => auth === 'user' && method === 'GET' && !/[:*]|logout/.test(url))
    const answers = new Map<string, string>()
    for (const { url } of asked) answers.set(url, (await rona.get(`${url}?q=shared-word`)).text)
    for (const [url, text] of answers) expect(text, url).not.toContain('onlyOmerHas')
    for (const url of ['/search', '/api/search', '/api/search/stream', '/files', '/api/files'])
      expect(answers.get(url), url).toContain('onlyRonaHas')
  })

  test('a foreign Origin on writes → 403', async () => {
    for (const route of rows((each) => isWrite(each) && each.auth !== 'premium' && each.auth !== 'admin')) {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const answer = await dana.raw({
          method: route.method as 'POST',
          url: urlOf(route),
          remoteAddress: from(),
          headers,
        })
        expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
      }
    }
  })

  test('a session without Origin and Sec-Fetch-Site on writes → 403; a token and a webhook need neither', async () => {
    for (const route of rows((each) => isWrite(each) && !each.url.startsWith('/mcp'))) {
      const answer = await noa.raw({ method: route.method as 'POST', url: urlOf(route) })
      expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
    }
    const { secret } = await noa.createToken('cli', { scopes: ['write'] })
    const bearer = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const saved = { method: 'POST', url: '/api/files', payload: '{"file_name":"a.py","content":"a"}' } as const
    expect((await app.visitor().raw({ ...saved, headers: bearer })).status).toBe(201)
    const signIn = { method: 'POST', url: '/auth/messenger', payload: '{}', remoteAddress: from() } as const
    const { 'content-type': type } = bearer
    expect((await app.visitor().raw({ ...signIn, headers: { 'content-type': type } })).status).toBe(401)
  })

  test('a body that is no JSON object is 400 invalid_payload on every JSON route, those without fields included', async () => {
    const jsonRoutes = rows((route) => isWrite(route) && (route.takesBody || isPlainJson(route)))
    expect(jsonRoutes.length).toBeGreaterThan(80)
    for (const route of jsonRoutes) {
      for (const payload of ['[1]', '"text"', '7', 'null', '{broken']) {
        const headers = { origin: ORIGIN, 'content-type': 'application/json' }
        const answer = await noa.raw({
          method: route.method as 'POST',
          url: urlOf(route),
          remoteAddress: from(),
          payload,
          headers,
        })
        // Toggle task looks at the note first, and these notes do not exist.
        const refused = route.url.endsWith('/task')
          ? { status: 404, body: { code: 'note_not_found' } }
          : { status: 400, body: { code: 'invalid_payload' } }
        expect(answer, `${route.method} ${route.url} ${payload}`).toMatchObject(refused)
        // A second for each would end the ten minutes in which a sign-in needs no confirmation.
        app.advance(0.5)
      }
    }
  })

  test('a field that does not exist is 400 on every JSON route', async () => {
    for (const route of rows((each) => isWrite(each) && isPlainJson(each))) {
      const headers = { origin: ORIGIN, 'content-type': 'application/json' }
      const payload = '{"nobody_knows_this":1}'
      const answer = await noa.raw({ method: route.method as 'POST', url: urlOf(route), payload, headers })
      expect([400, 404], `${route.method} ${route.url} ${answer.text}`).toContain(answer.status)
    }
  })

  test('a method that a path does not have is 405 with Allow, as JSON and as a page; an unknown path is 404', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
    const paths = Map.groupBy(app.routes, ({ url }) => url.replaceAll(/:\w+/g, ':'))
    let asked = 0
    for (const routes of paths.values()) {
      const has = new Set(routes.map(({ method }) => method))
      for (const method of methods.filter((each) => !has.has(each))) {
        const [route] = routes
        if (!route) continue
        asked += 1
        const answer = await dana.raw({ method, url: urlOf(route), headers: { origin: ORIGIN } })
        expect(answer, `${method} ${route.url}`).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
        const allow = String(answer.headers['allow']).split(', ')
        expect(allow.toSorted(), route.url).toEqual([...has].toSorted())
      }
    }
    expect(asked).toBeGreaterThan(600)
    const page = await dana.raw({ method: 'GET', url: '/auth/messenger', headers: { accept: 'text/html' } })
    expect(page).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(page.text).toContain('<!doctype html>')
    expect((await dana.post('/nowhere', {})).status).toBe(404)
  })

  test('a token is told that a path or a method does not exist, not that it may not', async () => {
    const { secret } = await dana.createToken('methods')
    const authorization = `Bearer ${secret}`
    expect((await app.visitor().get('/nowhere', { authorization })).status).toBe(404)
    expect((await app.visitor().post('/api/stats', {}, { authorization })).status).toBe(405)
  })

  test('every answer carries its request id', async () => {
    for (const url of ['/', '/nowhere', '/readyz', '/api/openapi.json']) {
      expect((await app.visitor().get(url)).headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})
