import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsConfirmation } from '#platform/http/guard.ts'
import type { RouteInfo } from '#platform/http/types.ts'
import { type TestApp, testApp, type TestUser } from './app.ts'

/** A form or link whose route needs a confirmation has `data-confirms`, or script sends the person away instead of asking in a dialog. */
let app: TestApp
let noa: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  noa = await app.user('Noa', 'admin')
  await app.user('Dana')
  await noa.createToken('cli')
  await noa.form('/admin/invitations', { role: 'user', days: '7' })
  await noa.form('/admin/announcements', { text: 'Tonight', link: '' })
})
afterAll(() => app[Symbol.asyncDispose]())

type Marked = { route: string; hasMark: boolean }

function findRoute(method: string, path: string): RouteInfo | undefined {
  const [url = ''] = path.split(/[?#]/)
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(url)
  const ofMethod = app.routes.filter((route) => route.method === method)
  return ofMethod.find((route) => route.url === url) ?? ofMethod.find((route) => fits(route.url))
}

/** The links and forms of a page that lead to routes of ours. */
function elementsOf(html: string): { route: RouteInfo; hasMark: boolean }[] {
  const tags = Array.from(html.matchAll(/<(form|a)( [^>]*)>/g), ([, name, attributes = '']) => ({
    method: name === 'a' ? 'GET' : / method="post"/.test(attributes) ? 'POST' : null,
    address: / (?:href|action)="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '',
    hasMark: attributes.includes(' data-confirms'),
  }))
  return tags.flatMap(({ method, address, hasMark }) => {
    const route = method === null ? undefined : findRoute(method, address)
    return route ? [{ route, hasMark }] : []
  })
}

test('every page marks the forms and links that need a confirmation, and no others', async () => {
  const pages = app.routes.filter(
    ({ method, url, config }) =>
      method === 'GET' &&
      !/[:*]/.test(url) &&
      !/^\/(api|logout|export|auth|library)\b/.test(url) &&
      !config.isUndeclared,
  )
  const marked = new Set<string>()
  const wrong: (Marked & { page: string })[] = []
  for (const { url } of pages) {
    const { text, headers } = await noa.page(url)
    if (!String(headers['content-type']).includes('html')) continue
    for (const { route, hasMark } of elementsOf(text)) {
      const name = `${route.method} ${route.url}`
      if (hasMark) marked.add(name)
      if (hasMark !== needsConfirmation(route)) wrong.push({ page: url, route: name, hasMark })
    }
  }
  expect(wrong).toEqual([])
  expect([...marked].toSorted()).toEqual([
    'GET /export',
    'GET /settings/sign-in/password',
    'POST /admin/announcements',
    'POST /admin/announcements/:id/activate',
    'POST /admin/invitations',
    'POST /admin/invitations/:id/revoke',
    'POST /admin/jobs/:id/run',
    'POST /admin/users/:id/role',
    'POST /admin/users/:id/sessions/end',
    'POST /settings/account/delete',
    'POST /settings/agent',
    'POST /settings/sign-in/:id/rename',
    'POST /settings/sign-in/password',
    'POST /settings/sign-in/recovery-codes',
    'POST /settings/tokens',
  ])
})
