import { pathOf } from '#platform/http/error-responses.ts'
import type { RouteInfo } from '#platform/http/types.ts'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from './app.ts'

const Media = z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).optional() })
const Response = z.object({ $ref: z.string().optional(), content: z.record(z.string(), Media).optional() })
const Operation = z.object({ responses: z.record(z.string(), Response) })
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ responses: z.record(z.string(), z.unknown()) }),
})

let app: TestApp
let text: string
let document: z.output<typeof Document>
beforeAll(async () => {
  app = await testApp()
  const { body } = await app.visitor().get('/api/openapi.json')
  text = JSON.stringify(body, null, 2)
  document = Document.parse(body)
  if (process.env['OPENAPI_FILE']) writeFileSync(process.env['OPENAPI_FILE'], text)
})
afterAll(() => app[Symbol.asyncDispose]())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )

describe('the OpenAPI document', () => {
  test('declares a success and the refusals of every operation', () => {
    expect(operations().length).toBeGreaterThan(90)
    for (const { name, responses } of operations()) {
      const statuses = Object.keys(responses)
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true)
      expect(statuses, name).toEqual(expect.arrayContaining(['429', '500']))
      const nameOf = ({ method, url }: RouteInfo) => `${method} ${pathOf(url)}`
      const isOpen = app.routes.some((route) => route.auth === 'public' && name === nameOf(route))
      if (!isOpen) expect(statuses, name).toEqual(expect.arrayContaining(['401', '403']))
      for (const { $ref } of Object.values(responses))
        if ($ref !== undefined) expect(document.components.responses).toHaveProperty($ref.split('/').at(-1) ?? '')
    }
  })

  test('has no tuples, whose closed list of items tools for OpenAPI refuse', () => {
    expect(text).not.toMatch(/"prefixItems"|"items": ?(\[|false|true)/)
  })

  test('ok comes first in every success that has it, and only the contract’s answers go without', () => {
    const without: string[] = []
    for (const { name, responses } of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.['application/json']?.schema
        if (!status.startsWith('2') || !schema) continue
        const [first] = Object.keys(schema.properties ?? {})
        if (first !== 'ok') without.push(name)
        if (schema.properties && 'ok' in schema.properties) expect(first, name).toBe('ok')
      }
    }
    expect(without.toSorted()).toEqual([
      'GET /api/code/run/limits',
      'GET /api/stats',
      'GET /api/v1/announcements/active',
      'POST /api/code/run',
      'POST /auth/messenger',
    ])
  })
})
