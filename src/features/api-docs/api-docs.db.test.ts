import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readApi, type RouteFacts } from './model.ts'
import { OTHER_BODIES, SENTENCES } from './sentences.ts'

const NOBODYS_ID = '0190f000000070008000000000000000'

let app: TestApp
let page: string
beforeAll(async () => {
  app = await testApp()
  page = (await app.visitor().page('/api/docs')).text
})
afterAll(() => app[Symbol.asyncDispose]())

/** The calls of the document, with the facts of the server's own table. */
function operations() {
  const routes = app.routes.map(({ method, url, auth }): RouteFacts => ({
    method,
    path: url.replaceAll(/:(\w+)/g, '{$1}'),
    access: auth,
    sessionOnly: false,
    runs: false,
  }))
  return readApi(app.app.swagger(), routes, 'https://x').flatMap((group) => group.operations)
}

describe('GET /api/docs', () => {
  test('shows every call of the OpenAPI document, with a line for the shell', () => {
    expect(operations().length).toBeGreaterThan(15)
    for (const { id, path } of operations()) {
      expect(page, path).toContain(`id="${id}"`)
      expect(page, path).toContain(`<code class="api-path">${path}</code>`)
    }
    expect(page).toContain('Authorization: Bearer &lt;token>')
  })

  test('speaks Hebrew to those who do', async () => {
    const hebrew = await app.visitor().page('/api/docs', { 'accept-language': 'he' })
    expect(hebrew.text).toContain('dir="rtl"')
    expect(hebrew.text).toContain('ממשק התכנות')
  })

  test('needs no script and shows refusals that any call can meet', () => {
    expect(page).not.toContain('<script')
    for (const code of ['authentication_required', 'rate_limited', 'foreign_origin']) expect(page).toContain(code)
  })

  test('every sentence belongs to a call that exists', () => {
    const known = operations().map(({ method, path }) => `${method} ${path}`)
    const told = [...Object.keys(SENTENCES), ...Object.keys(OTHER_BODIES)]
    expect(told.filter((key) => !known.includes(key))).toEqual([])
  })
})

describe('what the page says about tokens is what the guard does', () => {
  const shown = (id: string) => page.slice(page.indexOf(`id="${id}"`)).split('</p>')[0] ?? ''

  test('each call refuses a token without the scope that the page names', async () => {
    const dana = await app.user('Dana')
    const token = async (scope: string) => {
      const made = await dana.post('/api/tokens', { name: scope, scopes: [scope] })
      return { authorization: `Bearer ${String(made.body['token'])}` }
    }
    const [reader, writer] = [await token('read'), await token('write')]
    for (const { id, method, path, access } of operations().filter((each) => each.access !== 'public')) {
      const url = path.replace('{version}', '1').replaceAll(/\{\w+\}/g, NOBODYS_ID)
      const isRead = method === 'GET'
      const answer = await app.visitor().raw({ method: method as 'GET', url, headers: isRead ? writer : reader })
      expect(answer.status, `${method} ${path} ${access}`).toBe(403)
      const words =
        answer.body['code'] === 'session_required' ? 'browser only' : `token with ${String(answer.body['scope'])}`
      expect(shown(id), `${method} ${path}`).toContain(words)
      app.advance(61)
    }
  })
})
