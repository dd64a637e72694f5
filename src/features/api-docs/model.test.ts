import { describe, expect, it, test } from 'vitest'
import { curlLine } from './curl.ts'
import { fieldsOf, typeOf } from './fields.ts'
import { readApi, type RouteFacts } from './model.ts'

describe('typeOf formats schemas as types', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'boolean', enum: [true] }, 'true'],
    [{ const: 7 }, '7'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] }, '[integer, integer]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, '{…: integer}'],
    [{}, 'any'],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })
})

describe('fields', () => {
  test('of nested objects have their full path', () => {
    const line = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
    const schema = { type: 'object', properties: { items: { type: 'array', items: line } }, required: [] }
    expect(fieldsOf(schema).map(({ name, type, required }) => [name, type, required])).toEqual([
      ['items', 'object[]', false],
      ['items[].text', 'string', true],
    ])
  })

  test('of several variants are required only when every variant requires them', () => {
    const saved = { properties: { ok: { const: true }, id: { type: 'string' } }, required: ['ok', 'id'] }
    const refused = { properties: { ok: { const: false } }, required: ['ok'] }
    expect(fieldsOf({ anyOf: [saved, refused] }).map(({ name, required }) => [name, required])).toEqual([
      ['ok', true],
      ['id', false],
    ])
  })

  test('show explicit limits and hide the default integer bounds', () => {
    const size = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 5 }
    const tags = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 50 } }
    const [first, second] = fieldsOf({ properties: { size, tags } })
    expect(first?.limits).toEqual([
      { of: 'number', min: 1, max: undefined },
      { of: 'default', value: '5' },
    ])
    expect(second?.limits).toEqual([{ of: 'items', min: undefined, max: 20 }])
  })
})

describe('curl line', () => {
  const body = (schema: object, mediaType = 'application/json') => ({ mediaType, schema: { ...schema } })
  const ask = { origin: 'https://x', method: 'POST', path: '/api/files/{id}', withToken: true, body: null }

  test('names the parts to fill in', () => {
    expect(curlLine({ ...ask, method: 'GET' })).toBe(
      "curl 'https://x/api/files/<id>' \\\n  -H 'Authorization: Bearer <token>'",
    )
  })

  test('sends required properties, or all when none is required', () => {
    const properties = { name: { type: 'string' }, tags: { type: 'array', items: {} }, days: { default: 90 } }
    expect(curlLine({ ...ask, body: body({ type: 'object', properties, required: ['name'] }) })).toContain(
      `-d '{"name":"<name>"}'`,
    )
    expect(curlLine({ ...ask, body: body({ type: 'object', properties }) })).toContain(
      `-d '{"name":"<name>","tags":["<tag>"],"days":90}'`,
    )
  })

  test('adds an optional property to the example when only a version number is required', () => {
    const properties = { content: { type: 'string' }, prev_version: { type: 'integer', minimum: 1 } }
    expect(curlLine({ ...ask, body: body({ type: 'object', properties, required: ['prev_version'] }) })).toContain(
      `-d '{"content":"<content>","prev_version":1}'`,
    )
  })

  test('escapes quotes for the shell', () => {
    const schema = { type: 'object', properties: { a: { default: "it's" } } }
    expect(curlLine({ ...ask, body: body(schema) })).toContain(String.raw`-d '{"a":"it'\''s"}'`)
  })

  test('sends files as multipart', () => {
    expect(curlLine({ ...ask, body: body({}, 'multipart/form-data') })).toContain("-F 'files=@<path>'")
  })
})

describe('model', () => {
  const route = (method: string, path: string, more: Partial<RouteFacts> = {}): RouteFacts => ({
    method,
    path,
    access: 'user',
    scope: null,
    sentence: null,
    mediaType: null,
    ...more,
  })
  const document = {
    paths: {
      '/api/docs': { get: {} },
      '/auth/messenger': { post: {} },
      '/api/code/run': { post: {} },
      '/api/files': { get: {}, post: {} },
      '/api/files/{id}': { delete: {} },
    },
  }
  const routes = [
    route('POST', '/auth/messenger', { access: 'public' }),
    route('POST', '/api/code/run', { access: 'premium', scope: 'run' }),
    route('GET', '/api/files', { scope: 'read' }),
    route('POST', '/api/files', { scope: 'write', mediaType: 'text/plain' }),
    route('DELETE', '/api/files/{id}'),
  ]

  test('groups operations by resource and omits itself', () => {
    const groups = readApi(document, routes, 'https://x')
    expect(groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
      ['auth', ['post-auth-messenger']],
      ['code', ['post-api-code-run']],
      ['files', ['get-api-files', 'post-api-files', 'delete-api-files-id']],
    ])
  })

  const all = () => readApi(document, routes, 'https://x').flatMap(({ operations }) => operations)

  test('has no curl line where tokens are refused', () => {
    expect(all().map(({ scope, curl }) => [scope, curl !== null])).toEqual([
      [null, true],
      ['run', true],
      ['read', true],
      ['write', true],
      [null, false],
    ])
  })

  test('shows a body without a schema by its media type', () => {
    expect(all().map(({ body }) => body?.mediaType)).toEqual([undefined, undefined, undefined, 'text/plain', undefined])
  })

  test('of a document of unknown shape is empty', () => {
    expect(readApi(null, [], 'https://x')).toEqual([])
    expect(readApi({ paths: { '/api/x': { get: 7 } } }, [route('GET', '/api/x')], 'https://x')).toHaveLength(1)
  })
})
