import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteInfo } from '#platform/http/types.ts'
import { ORIGIN, type TestApp, testApp, type TestUser } from './app.ts'

/**
 * Who gets past the guard, for every route of the running server and every kind of visitor, compared with `access.txt`. That file is a
 * decision: read its diff as one. `ACCESS=write npx vitest run test/access` writes it; the rules below hold whatever it says.
 */
const FILE = 'test/access.txt'
const COLUMNS = [
  'anonymous',
  'user, stale',
  'user, by a provider without prompt',
  'user, fresh',
  'admin, stale',
  'admin, by a provider without prompt',
  'admin, fresh',
  'token read',
  'token write',
  'token run',
] as const
type Column = (typeof COLUMNS)[number]

const OUTCOMES: Record<string, string> = {
  authentication_required: 'in',
  confirmation_required: 're',
  admin_only: 'ad',
  premium_required: 'pr',
  session_required: 'se',
  insufficient_scope: 'sc',
  token_required: 'to',
}
const LEGEND = `# ok: gets past the guard. in: must sign in. re: must confirm (re-authenticate). ad: admins only. pr: premium only.
# se: sessions only, no token. sc: the token lacks the scope. to: tokens only.
# Columns: ${COLUMNS.join(' | ')}`

/** Writes of admins, of the account and of what is closed to tokens that need no confirmation. Each is a decision: add none lightly. */
const UNCONFIRMED = [
  'POST /confirm/password',
  'POST /confirm/passkey',
  // They take access away, which must be possible at once.
  'POST /settings/sessions/:id/revoke',
  'POST /settings/sessions/revoke-others',
  'DELETE /api/tokens/:id',
  'POST /settings/tokens/:id/revoke',
  'POST /settings/account/keep',
  // Preferences.
  'POST /settings/time-zone',
  'POST /settings/editor',
  'PUT /api/settings/shortcuts',
  'POST /settings/shortcuts/reset',
  // Notifications of this browser, which subscribes again by itself.
  'POST /api/push/subscribe',
  'DELETE /api/push/subscribe',
  'POST /api/push/subscriptions/cleanup',
  'DELETE /api/push/subscriptions',
  'POST /api/push/sw-report',
  'POST /api/push/test',
  'POST /settings/devices/:hash/remove',
  'POST /settings/devices/:hash/test',
  // The library.
  'POST /welcome/sample',
  'POST /api/sticky-notes/bulk',
  'POST /api/sticky-notes/note/:id/move-to-file',
  'POST /api/sticky-notes/note/:id/dismiss-move',
  'POST /settings/agents/undo',
  'POST /file/:id/upload',
  'POST /api/repos/:id/upload',
  // Reading about alerts.
  'POST /api/observability/alerts/ai_explain',
  'POST /api/observability/quickfix/track',
  'POST /admin/observability/quickfix',
]

let app: TestApp
let routes: readonly RouteInfo[]
const table = new Map<string, Record<Column, string>>()

beforeAll(async () => {
  const providers = [{ id: 'work', label: 'Work', issuer: 'http://127.0.0.1:1', clientId: 'x', private: true }]
  app = await testApp({
    OIDC_PROVIDERS: JSON.stringify(providers),
    REGISTRATION: 'open',
    RATE_LIMIT_FACTOR: '1000',
  })
  routes = app.routes.filter(({ method }) => method !== 'HEAD')
  const visitors = await makeVisitors()
  for (const route of routes) {
    const row = await Promise.all(
      visitors.map(async ([column, headers]) => [column, await outcome(route, headers)] as const),
    )
    table.set(nameOf(route), Object.fromEntries(row) as Record<Column, string>)
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const nameOf = ({ method, url }: RouteInfo) => `${method} ${url}`
const isWrite = ({ method }: RouteInfo) => !['GET', 'OPTIONS'].includes(method)
const compare = (a: string, b: string) => (a < b ? -1 : 1)
const cell = (route: RouteInfo, column: Column) => table.get(nameOf(route))?.[column]

async function makeVisitors(): Promise<[Column, Record<string, string>][]> {
  const session = async (role: 'user' | 'admin', proved: Date | null): Promise<Record<string, string>> => {
    const person = await app.user(role === 'admin' ? 'Noa' : 'Dana', role)
    const proof = { proved_by: 'oidc', proved_at: proved }
    await app.db.updateTable('sessions').set(proof).where('user_id', '=', person.id).execute()
    return { cookie: person.cookie }
  }
  const admin = await app.user('Noa', 'admin')
  const now = app.clock.now
  const stale = new Date(now.getTime() - 600_000)
  return [
    ['anonymous', {}],
    ['user, stale', await session('user', stale)],
    ['user, by a provider without prompt', await session('user', null)],
    ['user, fresh', await session('user', now)],
    ['admin, stale', await session('admin', stale)],
    ['admin, by a provider without prompt', await session('admin', null)],
    ['admin, fresh', await session('admin', now)],
    ['token read', await tokenOf(admin, 'read')],
    ['token write', await tokenOf(admin, 'write')],
    ['token run', await tokenOf(admin, 'run')],
  ]
}

async function tokenOf(admin: TestUser, scope: string): Promise<Record<string, string>> {
  const { secret } = await admin.createToken(scope, { scopes: [scope] })
  return { authorization: `Bearer ${secret}` }
}

/** A write has a body that cannot be parsed, and a read comes from another site: both only get as far as the guard, and sign nobody out. */
async function outcome(route: RouteInfo, visitor: Record<string, string>): Promise<string> {
  const write = { payload: '{broken', headers: { 'content-type': 'application/json', origin: ORIGIN, ...visitor } }
  const read = { headers: { 'sec-fetch-site': 'cross-site', ...visitor } }
  const url = route.url.replaceAll(/:\w+/g, '0190f000000070008000000000000000').replace('*', 'README.md')
  const method = route.method as 'GET'
  const response = await app.app.inject({ method, url, ...(isWrite(route) ? write : read) })
  if (!response.headers['content-type']?.toString().includes('json')) return gitOutcome(response.statusCode)
  const body = response.json<{ code?: string } | null>()
  return OUTCOMES[body?.code ?? ''] ?? 'ok'
}

/** Git gets plain text. */
function gitOutcome(status: number): string {
  return status === 401 ? 'in' : 'ok'
}

test('access.txt says who may do what, for every route', () => {
  const width = Math.max(...routes.map((route) => nameOf(route).length))
  const byPath = routes.toSorted((a, b) => (a.url === b.url ? compare(a.method, b.method) : compare(a.url, b.url)))
  const lines = byPath.map((route) => {
    const cells = COLUMNS.map((column) => cell(route, column))
    return `${nameOf(route).padEnd(width)}  ${cells.join(' ')}`
  })
  const text = `${LEGEND}\n${lines.join('\n')}\n`
  if (process.env['ACCESS'] === 'write') writeFileSync(FILE, text)
  expect(text.split('\n')).toEqual(readFileSync(FILE, 'utf8').split('\n'))
})

describe('whatever access.txt says', () => {
  test('nobody without a session or a token gets further than public routes', () => {
    for (const route of routes) expect(cell(route, 'anonymous') === 'ok', nameOf(route)).toBe(route.auth === 'public')
  })

  test('no token gets past a route for sessions, and each only where its scope leads', () => {
    for (const route of routes.filter(({ auth }) => auth !== 'public')) {
      const [read, write, run] = [cell(route, 'token read'), cell(route, 'token write'), cell(route, 'token run')]
      const name = nameOf(route)
      if (route.config.sessionOnly) expect([read, write, run], name).toEqual(['se', 'se', 'se'])
      if (route.config.tokenOnly) continue
      if (isWrite(route)) expect(read, name).not.toBe('ok')
      else expect([write, run], name).not.toContain('ok')
      if (route.config.limit !== 'run') expect(run, name).not.toBe('ok')
    }
  })

  test('a session that a provider opened without a prompt may do what a stale one may, and no more', () => {
    for (const route of routes) {
      for (const role of ['user', 'admin'] as const)
        expect(cell(route, `${role}, by a provider without prompt`), nameOf(route)).toBe(cell(route, `${role}, stale`))
    }
  })

  test('every write of an admin, of the account and of what is closed to tokens needs a confirmation, except those of the list', () => {
    const isAccount = ({ auth, url, config }: RouteInfo) =>
      auth === 'admin' || (auth !== 'public' && (config.sessionOnly === true || /^\/(api\/)?settings\//.test(url)))
    const guarded = routes.filter((route) => isWrite(route) && isAccount(route))
    expect(guarded.length).toBeGreaterThan(45)
    const open = guarded.filter((route) => cell(route, 'admin, stale') !== 're').map(nameOf)
    expect(open.toSorted()).toEqual(UNCONFIRMED.toSorted())
    for (const route of guarded) expect(cell(route, 'admin, fresh'), nameOf(route)).toBe('ok')
  })

  test('every exception states its reason, and only an exception does', () => {
    const stated = routes.filter(({ config }) => config.unconfirmedBecause !== undefined).map(nameOf)
    expect(stated.toSorted()).toEqual(UNCONFIRMED.toSorted())
  })

  test('a fresh session is never asked to confirm, and no plain user gets past an admin route', () => {
    for (const route of routes) {
      for (const role of ['user', 'admin'] as const) expect(cell(route, `${role}, fresh`), nameOf(route)).not.toBe('re')
      if (route.auth === 'admin') expect(cell(route, 'user, fresh'), nameOf(route)).toBe('ad')
    }
  })
})
