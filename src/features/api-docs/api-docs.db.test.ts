import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readApi } from './model.ts'
import { factsOf } from './routes.ts'

const UNKNOWN_ID = '0190f000000070008000000000000000'

let app: TestApp
let page: string
beforeAll(async () => {
  app = await testApp()
  page = (await app.visitor().page('/api/docs')).text
})
afterAll(() => app[Symbol.asyncDispose]())

/** The operations of the document, with the facts of the server's route table. */
function operations() {
  return readApi(app.app.swagger(), app.routes.map(factsOf), 'https://x').flatMap((group) => group.operations)
}

describe('GET /api/docs', () => {
  test('lists every operation of the OpenAPI document with a curl line', () => {
    expect(operations().length).toBeGreaterThan(15)
    for (const { id, path } of operations()) {
      expect(page, path).toContain(`id="${id}"`)
      expect(page, path).toMatch(new RegExp(`<code class="[^"]*">${RegExp.escape(path)}</code>`))
    }
    expect(page).toContain('Authorization: Bearer &lt;token>')
  })

  test('renders in Hebrew for Hebrew readers', async () => {
    const hebrew = await app.visitor().page('/api/docs', { 'accept-language': 'he' })
    expect(hebrew.text).toContain('dir="rtl"')
    expect(hebrew.text).toContain('ממשק התכנות')
  })

  test('needs no script and lists the problems common to all operations', () => {
    expect(page).not.toContain('<script')
    for (const code of ['authentication_required', 'rate_limited', 'foreign_origin']) expect(page).toContain(code)
  })

  test('every operation has a sentence, in English also in the OpenAPI document', () => {
    const Operation = z.object({ summary: z.string().optional() })
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
      .parse(app.app.swagger())
    for (const { method, path, sentence } of operations()) {
      expect(sentence, `${method} ${path}`).not.toBeNull()
      expect(paths[path]?.[method.toLowerCase()]?.summary, `${method} ${path}`).toBe(sentence?.en)
    }
  })
})

describe('token scopes on the page match the guard', () => {
  const shown = (id: string) => page.slice(page.indexOf(`id="${id}"`)).split('</p>')[0] ?? ''

  test('each operation refuses a token without the scope that the page names', async () => {
    const dana = await app.user('Dana')
    const token = async (scope: string) => {
      const { secret } = await dana.createToken(scope, { scopes: [scope] })
      return { authorization: `Bearer ${secret}` }
    }
    const [reader, writer] = [await token('read'), await token('write')]
    for (const { id, method, path, access } of operations().filter((each) => each.access !== 'public')) {
      const url = path
        .replace('{version}', '1')
        .replace('{*}', 'a.py')
        .replaceAll(/\{\w+\}/g, UNKNOWN_ID)
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
