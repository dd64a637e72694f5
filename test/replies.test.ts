import { describe, expect, expectTypeOf, test } from 'vitest'
import { parseReply, type ReplyTo } from './replies.ts'

const PROBLEM = { ok: false, error: 'x', code: 'x', message: 'X.', request_id: 'r', max: 3 }
const parse = (method: string, url: string, body: unknown, status = 200) =>
  parseReply(method, url, status, JSON.stringify(body))

describe('parseReply', () => {
  test('returns the declared reply', () => {
    expect(parse('DELETE', '/api/tokens/1', { ok: true })).toEqual({ body: { ok: true } })
    expect(parse('GET', '/api/v1/announcements/active', null)).toEqual({ body: null })
  })

  test('prefers a path without parameters over a pattern', () => {
    const facets = { ok: true, languages: { Go: 1 } }
    expect(parse('GET', '/api/files/facets?q=a', facets)).toEqual({ body: facets })
    expect(() => parse('GET', '/api/files/1', facets)).toThrow('not declared')
  })

  test('matches the rest of a path', () => {
    expect(parse('GET', '/api/sticky-notes/repo/noa%2Fapp', {})).toBeNull()
    expect(() => parse('GET', '/api/sticky-notes/repo/noa%2Fapp/src/a.ts', {})).toThrow('not declared')
  })

  test('throws when a field is missing, of another type or undeclared', () => {
    const saved = { ok: true, file_id: 'f', file_name: 'a.py', folder: '', version: 1 }
    expect(parse('POST', '/api/files', saved, 201)).toEqual({ body: saved })
    expect(() => parse('POST', '/api/files', { ...saved, version: '1' }, 201)).toThrow('not declared')
    expect(() => parse('POST', '/api/files', { ...saved, version: undefined }, 201)).toThrow('not declared')
    expect(() => parse('POST', '/api/files', { ...saved, secret: 1 }, 201)).toThrow('not declared')
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

  test('returns null for pages and unknown routes', () => {
    expect(parseReply('GET', '/files', 200, '<!doctype html>')).toBeNull()
    expect(parseReply('PATCH', '/api/files', 405, '')).toBeNull()
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
