import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteRow } from '#platform/http/types.ts'
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
const urlOf = ({ url }: RouteRow) =>
  url.replace(':version', '1').replaceAll(/:\w+/g, NOBODYS_ID).replace('*', 'README.md')
const isWrite = ({ method }: RouteRow) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
const rows = (keep: (route: RouteRow) => boolean) =>
  app.routes.filter((route) => route.method !== 'HEAD' && keep(route))
/** Addresses of their own, so that the rate limit does not answer first. */
let address = 0
const from = () => `127.9.${(address += 1) >> 8}.${address & 255}`

describe('S49: every route of the running server', () => {
  test('signed out → 401 with the body of the interface', async () => {
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

  test('non-object bodies → 400 invalid_payload', async () => {
    const takingBody = rows(({ takesBody }) => takesBody)
    expect(takingBody.length).toBeGreaterThan(0)
    for (const route of takingBody) {
      for (const payload of ['[1]', '"text"', '7', 'null', '{broken']) {
        const headers = { origin: ORIGIN, 'content-type': 'application/json' }
        const answer = await noa.raw({
          method: route.method as 'POST',
          url: urlOf(route),
          remoteAddress: from(),
          payload,
          headers,
        })
        expect(answer, `${route.method} ${route.url} ${payload}`).toMatchObject({
          status: 400,
          body: { code: 'invalid_payload' },
        })
        app.advance(1)
      }
    }
  })

  test('every answer carries its request id', async () => {
    for (const url of ['/', '/nowhere', '/readyz', '/api/openapi.json']) {
      expect((await app.visitor().get(url)).headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})
