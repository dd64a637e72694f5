import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { jsonRoutes, parseReply, type ReplyTo } from './replies.ts'

const Saved = z.object({ ok: z.literal(true), file_id: z.string(), version: z.int() })
const route = (name: string, response: Record<number, z.ZodType>, more: object = {}) => {
  const [method = '', url = ''] = name.split(' ')
  return { method, url, schema: { response, ...more } }
}
const ROUTES = jsonRoutes([
  route('GET /files', {}),
  route('GET /api/files/:id', { 200: z.object({ ok: z.literal(true), file: z.string() }) }),
  route('GET /api/files/facets', { 200: z.object({ ok: z.literal(true), languages: z.record(z.string(), z.int()) }) }),
  route('POST /api/files', { 201: Saved }),
  route('GET /api/announcement', { 200: z.null() }),
  route('GET /api/notes/:repo/*', { 200: z.object({ ok: z.literal(true) }) }),
  route('GET /api/primer', { 200: z.string() }, { produces: ['text/plain'] }),
])

const PROBLEM = { ok: false, error: 'x', code: 'x', message: 'X.', request_id: 'r', max: 3 }
const parse = (method: string, url: string, body: unknown, status = 200) =>
  parseReply(ROUTES, { method, url, status, text: JSON.stringify(body) })

describe('parseReply', () => {
  test('returns the reply that the route declares', () => {
    expect(parse('GET', '/api/announcement', null)).toEqual({ body: null })
    expect(parse('GET', '/api/files/1', { ok: true, file: 'a' })).toEqual({ body: { ok: true, file: 'a' } })
  })

  test('prefers a path without parameters over a pattern', () => {
    const facets = { ok: true, languages: { Go: 1 } }
    expect(parse('GET', '/api/files/facets?q=a', facets)).toEqual({ body: facets })
    expect(() => parse('GET', '/api/files/1', facets)).toThrow('not declared')
  })

  test('matches the rest of a path', () => {
    expect(parse('GET', '/api/notes/noa%2Fapp', {})).toBeNull()
    expect(() => parse('GET', '/api/notes/noa%2Fapp/src/a.ts', {})).toThrow('not declared')
  })

  test('throws when a field is missing, of another type or undeclared', () => {
    const saved = { ok: true, file_id: 'f', version: 1 }
    expect(parse('POST', '/api/files', saved, 201)).toEqual({ body: saved })
    expect(() => parse('POST', '/api/files', { ...saved, version: '1' }, 201)).toThrow('not declared')
    expect(() => parse('POST', '/api/files', { ...saved, version: undefined }, 201)).toThrow('not declared')
    expect(() => parse('POST', '/api/files', { ...saved, secret: 1 }, 201)).toThrow('not declared')
  })

  test('throws when the route does not declare the status', () => {
    expect(() => parse('POST', '/api/files', { ok: true, file_id: 'f', version: 1 }, 200)).toThrow('not declared')
  })

  test('expects a problem from a status of 300 and more, with any further fields', () => {
    expect(parse('POST', '/api/files', PROBLEM, 409)).toEqual({ body: PROBLEM })
    expect(() => parse('POST', '/api/files', { ...PROBLEM, code: undefined }, 409)).toThrow('not declared')
    expect(() => parse('POST', '/api/files', PROBLEM, 200)).toThrow('not declared')
  })

  test('returns null when the router refused the URL', () => {
    const refusal = { error: 'Bad Request', code: 'FST_ERR_BAD_URL', message: 'x', statusCode: 400 }
    expect(parse('GET', '/api/files/%ff', refusal, 400)).toBeNull()
  })

  test('returns null for pages, texts and unknown routes', () => {
    expect(parse('GET', '/files', null)).toBeNull()
    expect(parse('GET', '/api/primer', null)).toBeNull()
    expect(parse('PATCH', '/api/files', null, 405)).toBeNull()
  })
})

test('ReplyTo finds the reply of a literal and of a template URL', () => {
  expectTypeOf<ReplyTo<'GET', '/api/files/facets?q=a'>>().toHaveProperty('languages')
  expectTypeOf<ReplyTo<'GET', `/api/files/${string}`>>().toHaveProperty('file')
  expectTypeOf<ReplyTo<'GET', `/api/files/${string}/versions/${string}`>>().toHaveProperty('version')
  expectTypeOf<ReplyTo<'GET', `/api/sticky-notes/repo/${string}/${string}`>>().toHaveProperty('orphaned')
  expectTypeOf<ReplyTo<'GET', '/files'>>().toBeUnknown()
  expectTypeOf<ReplyTo<'GET', string>>().toBeUnknown()
})
