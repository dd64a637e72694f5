import { describe, expect, it, test } from 'vitest'
import { testApp } from './app.ts'
import { type Actual, compareInterface } from './interface/compare.ts'
import { CONTRACT, LATER_ROUTES, PROMISED_EVENTS, FIRST_ROUTES } from './interface/contract.ts'

describe('the list of promises', () => {
  test('has lost no route and no event', () => {
    // 13 pages and downloads, 11 JSON endpoints, 12 note operations, 19 other named endpoints.
    expect(FIRST_ROUTES).toHaveLength(13 + 11 + 12 + 19)
    expect(PROMISED_EVENTS).toHaveLength(46)
  })

  test('names each thing once', () => {
    const lines = [...FIRST_ROUTES, ...LATER_ROUTES].map(
      ({ method, url }) => `${method} ${url.replaceAll(/:\w+/g, ':')}`,
    )
    expect(new Set(lines).size).toBe(lines.length)
    expect(new Set(PROMISED_EVENTS).size).toBe(PROMISED_EVENTS.length)
  })

  test('opens to the public only the landing page, sign-in, public links and the alert webhook', () => {
    const open = CONTRACT.routes.filter(({ auth }) => auth === 'public').map(({ url }) => url)
    expect(open).toEqual(['/', '/login', '/auth/messenger', '/shared/:token', '/api/observability/alerts/webhook'])
  })

  it.each(PROMISED_EVENTS)('%s is snake_case', (name) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })
})

describe('the comparison', () => {
  const contract = {
    routes: [
      { method: 'GET', url: '/', auth: 'public' as const },
      { method: 'GET', url: '/file/:id', auth: 'user' as const },
    ],
    events: ['job_started'],
  }
  const good: Actual = {
    routes: [
      { method: 'GET', url: '/', auth: 'public' },
      { method: 'GET', url: '/file/:fileId', auth: 'user' },
      { method: 'GET', url: '/healthz', auth: 'public' },
    ],
    events: [{ name: 'job_started' }, { name: 'something_else' }],
  }

  test('a server that keeps the contract passes, whatever its parameters are called and whatever else it has', () => {
    expect(compareInterface(good, contract)).toEqual([])
  })

  test('what is missing is told', () => {
    const bare = { routes: good.routes.slice(0, 1), events: [] }
    expect(compareInterface(bare, contract)).toEqual(['GET /file/:id is missing', 'event job_started is missing'])
  })

  test('another method is another route', () => {
    const posts = { ...good, routes: good.routes.map((route) => ({ ...route, method: 'POST' })) }
    expect(compareInterface(posts, contract)).toEqual(['GET / is missing', 'GET /file/:id is missing'])
  })

  test('a door that is too open or too narrow is told', () => {
    const open = { ...good, routes: good.routes.map((route) => ({ ...route, auth: 'public' })) }
    expect(compareInterface(open, contract)).toEqual(["GET /file/:id is open to 'public' and should be to 'user'"])
  })
})

test('everything promised is built as promised', async () => {
  await using app = await testApp()
  expect(compareInterface({ routes: app.routes, events: app.eventCatalogue }, CONTRACT)).toEqual([])
})
