import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { findHandlers } from './handlers.ts'
import { LIMITS } from './limits.ts'
import { readSource } from './source.ts'
import { linkSources } from './sources.ts'
import { fillMarkers } from './tables.ts'
import { bytes, table } from './words.ts'

const PROBLEMS = `
  export const gone = problem<{ file_id: string; why?: string }>(404, 'gone', { he: '…', en: 'It is gone.' }, 'Gone')
  export const stale = problem(409, 'stale', { he: '…', en: 'It changed.' })
`

function sourcesOf(files: Record<string, string>) {
  return linkSources(Object.entries(files).map(([path, text]) => readSource(path, text)))
}

function codesOf(files: Record<string, string>, method: string, url: string) {
  const handler = findHandlers(sourcesOf({ 'src/features/x/problems.ts': PROBLEMS, ...files }))(method, url)
  return handler?.problems.map(({ code }) => code)
}

describe('findHandlers', () => {
  const routes = (handler: string) => `
    import * as service from './service.ts'
    import { gone } from './problems.ts'
    export const routes = (app) => { app.get('/x/:id', {}, ${handler}) }
  `
  const service = (body: string) => `
    import { stale } from './public.ts'
    const check = () => { throw stale() }
    export const read = async () => { ${body} }
  `
  const files = (handler: string, body = 'check()') => ({
    'src/features/x/routes.ts': routes(handler),
    'src/features/x/service.ts': service(body),
    'src/features/x/public.ts': `export { stale } from './problems.ts'`,
  })

  it.each([
    ['follows calls through namespaces and re-exports', '() => service.read()', 'check()', ['stale']],
    ['finds a problem in the handler itself', '() => { throw gone({}) }', 'check()', ['gone']],
    ['takes the name of a property for no reference', '() => ({ gone: x.stale })', 'check()', []],
    ['leaves out what a try block catches', '() => service.read()', 'try { check() } catch { return null }', []],
    [
      'keeps what a handler may throw again',
      '() => service.read()',
      'try { check() } catch (e) { throw e }',
      ['stale'],
    ],
    ['leaves out what .catch() replaces', '() => service.read().catch(() => null)', 'check()', []],
  ])('%s', (_, handler, body, codes) => {
    expect(codesOf(files(handler, body), 'GET', '/x/:id')).toEqual(codes)
  })

  test('matches paths that are built from a template, and prefers the exact one', () => {
    const text = `
      import { gone, stale } from './problems.ts'
      for (const name of names) app.post(\`/x/\${name}\`, {}, () => gone({}))
      app.post('/x/exact', {}, () => stale())
      app.route({ method: ['PUT', 'POST'], url: '/y', handler: () => stale() })
    `
    expect(codesOf({ 'src/features/x/routes.ts': text }, 'POST', '/x/other')).toEqual(['gone'])
    expect(codesOf({ 'src/features/x/routes.ts': text }, 'POST', '/x/exact')).toEqual(['stale'])
    expect(codesOf({ 'src/features/x/routes.ts': text }, 'PUT', '/y')).toEqual(['stale'])
    expect(codesOf({ 'src/features/x/routes.ts': text }, 'GET', '/z')).toBeUndefined()
  })
})

test('constants are computed from their source', () => {
  const sources = sourcesOf({
    'src/a.ts': `export const SIZE = 2 * 1024 * 1024\nexport const RANGE = { min: 1, max: SIZE } as const`,
    'src/b.ts': `import * as a from './a.ts'\nimport { RANGE } from './a.ts'\nconst ALL = (RANGE.max + a.SIZE) / 2\nconst TEXT = 'x'`,
  })
  const [a, b] = sources.all
  if (!a || !b) throw new Error('two sources were read')
  expect(sources.value({ source: a, name: 'RANGE' })).toEqual({ min: 1, max: 2_097_152 })
  expect(sources.value({ source: b, name: 'ALL' })).toBe(2_097_152)
  expect(sources.value({ source: b, name: 'TEXT' })).toBeNull()
})

test('every exported MAX_… of a feature has its meaning in the table of limits', () => {
  const missing = globSync('src/features/*/**/*.ts').flatMap((path) => {
    const feature = path.split('/')[2] ?? ''
    const names = Array.from(
      readFileSync(path, 'utf8').matchAll(/^export const (MAX_\w+)/gm),
      (match) => match[1] ?? '',
    )
    return names.filter((name) => !(name in (LIMITS[feature] ?? {}))).map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})

describe('Markdown', () => {
  test('fillMarkers replaces what stands between two markers, and needs both', () => {
    const page = 'before\n<!-- limits -->\nold\n<!-- /limits -->\nafter\n'
    expect(fillMarkers(page, { limits: 'new' })).toBe('before\n<!-- limits -->\nnew\n<!-- /limits -->\nafter\n')
    expect(() => fillMarkers('<!-- limits -->\n', { limits: 'new' })).toThrow('no markers for limits')
  })

  test('table leaves out columns that are empty in every row', () => {
    expect(
      table(
        ['a', 'b', 'c'],
        [
          ['1', '', ''],
          ['2', '', '3'],
        ],
      ),
    ).toBe('| a | c |\n| --- | --- |\n| 1 |  |\n| 2 | 3 |')
  })

  it.each([
    [65_536, '64 KiB'],
    [2 * 1024 ** 3, '2 GiB'],
    [100_000, '100,000 bytes'],
    [300, '300 bytes'],
  ])('%i bytes are %s', (count, words) => {
    expect(bytes(count)).toBe(words)
  })
})
