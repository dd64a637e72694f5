import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { checkArchitecture } from './architecture/imports.ts'
import { locationOf, targetOf } from './architecture/rooms.ts'
import { RULES, importTable } from './architecture/rules.ts'

const ROOT = join(import.meta.dirname, '..')

function readTree(): Map<string, string> {
  const entries = ['src', 'packages/follow/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  )
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [path.slice(ROOT.length + 1), readFileSync(path, 'utf8')]))
}

/** A made-up tree and its violations. */
function complaints(files: Record<string, string>): string[] {
  return checkArchitecture(new Map(Object.entries(files)))
}

const NOTES = 'src/features/notes'

test('the source keeps to the import table', () => {
  expect(checkArchitecture(readTree())).toEqual([])
})

/** `push-worker.ts` is a process without a database, which shares no resource with others. */
const OPENERS = ['src/app/parts.ts', 'src/app/process.ts', 'src/app/push-worker.ts']

test('src/app opens resources of the platform only in parts.ts and process.ts', () => {
  const opens = /^import \{[^}]*\bopen[A-Z][^}]*\} from '#platform\//m
  const app = [...readTree()].filter(([path]) => path.startsWith('src/app/') && !path.endsWith('.test.ts'))
  const openers = app.filter(([, text]) => opens.test(text))
  expect(openers.map(([path]) => path).toSorted()).toEqual(OPENERS)
})

test('the table has one row per layer and renders as Markdown', () => {
  expect(new Set(RULES.map((rule) => rule.layer)).size).toBe(RULES.length)
  const lines = importTable().split('\n')
  expect(lines).toHaveLength(RULES.length + 2)
  expect(lines).toContain('| `messages.ts` | base | Hebrew and English side by side |')
  expect(importTable()).toContain("lower features' public")
  expect(importTable()).toContain("lower features' islands/parts")
  expect(importTable()).toContain('schema as types only')
})

describe('layers', () => {
  it.each([
    ['src/base/ids.ts', 'base'],
    ['src/platform/problem.ts', 'platform'],
    ['src/platform/ctx.ts', 'platform/ctx'],
    ['src/platform/db/pool.ts', 'platform/db'],
    ['src/platform/http/server.ts', 'platform/http'],
    ['src/platform/jobs.ts', 'platform/jobs'],
    ['src/main.ts', 'main'],
    ['src/app/web.ts', 'app'],
    [`${NOTES}/task-list.ts`, 'domain'],
    [`${NOTES}/anchors/find.ts`, 'domain'],
    [`${NOTES}/store.ts`, 'store'],
    [`${NOTES}/store/find.ts`, 'store'],
    [`${NOTES}/service/toggle-task.ts`, 'service'],
    [`${NOTES}/routes.tsx`, 'routes'],
    [`${NOTES}/pages/notes-page.tsx`, 'pages'],
    [`${NOTES}/browser/saving/entry.ts`, 'feature/browser'],
    [`${NOTES}/saving/browser/entry.ts`, 'domain'],
    [`${NOTES}/styles.css`, 'styles'],
    [`${NOTES}/board.css`, 'styles'],
    ['packages/follow/src/diff/core.ts', 'packages/follow'],
  ])('%s is %s', (path, layer) => {
    expect(locationOf(path)?.layer).toBe(layer)
  })

  it.each(['src/helpers.ts', 'src/utils/text.ts', 'src/features/notes.ts', 'tools/dev.ts'])('%s has none', (path) => {
    expect(locationOf(path)).toBeNull()
  })
})

describe('specifiers', () => {
  it.each([
    ['#base/ids.ts', { kind: 'file', path: 'src/base/ids.ts' }],
    ['../store.ts', { kind: 'file', path: `${NOTES}/store.ts` }],
    ['./x.css?url', { kind: 'file', path: `${NOTES}/service/x.css` }],
    ['node:fs/promises', { kind: 'builtin', name: 'node:fs/promises' }],
    ['fs', { kind: 'builtin', name: 'fs' }],
    ['pg', { kind: 'package', name: 'pg' }],
    ['@fastify/cookie/x.js', { kind: 'package', name: '@fastify/cookie' }],
    ['highlight.js/lib/core', { kind: 'package', name: 'highlight.js' }],
    ['codeshelf-follow/diff', { kind: 'package', name: 'codeshelf-follow' }],
  ])('%s', (specifier, target) => {
    expect(targetOf(`${NOTES}/service/toggle.ts`, specifier)).toEqual(target)
  })
})

describe('what may import what: each wrong arrow is caught', () => {
  it.each([
    ['pages/x.tsx', `import { find } from '../store.ts'`, 'store.ts (store): pages never reach a service or a store'],
    ['pages/x.tsx', `import { find } from '../service/find.ts'`, 'pages never reach a service or a store'],
    ['pages/x.tsx', `import { get } from '#browser/api.ts'`, '(browser)'],
    ['pages/x.tsx', `import { renderToString } from 'preact-render-to-string'`, 'preact-render-to-string (npm)'],
    ['task-list.ts', `import type { Ctx } from '#platform/ctx.ts'`, '(platform/ctx): domain is pure'],
    [
      'task-list.ts',
      `import { readFile } from 'node:fs/promises'`,
      'node:fs/promises (built into Node): domain is pure',
    ],
    ['task-list.ts', `import { z } from 'zod'`, 'zod (npm): domain is pure'],
    ['schema.ts', `import { noteNotFound } from './problems.ts'`, '(problems): a schema describes the wire'],
    ['store.ts', `import { toggle } from './service.ts'`, '(service): a store holds queries'],
    ['store.ts', `import type { NoteBody } from './schema.ts'`, '(schema)'],
    ['store.ts', `import pg from 'pg'`, 'pg (npm)'],
    ['problems.ts', `import { find } from './store.ts'`, '(store): problems are declarations'],
    ['events.ts', `import { db } from '#platform/db/pool.ts'`, '(platform/db): events are declarations'],
    ['service.ts', `import { app } from '#platform/http/server.ts'`, '(platform/http): the clock, the dice'],
    ['service.ts', `import type { NoteBody } from './schema.ts'`, '(schema)'],
    ['service.ts', `import { readFile } from 'node:fs/promises'`, 'node:fs/promises'],
    ['jobs.ts', `import { find } from './store.ts'`, '(store): a job is a moment and a call of a use-case'],
    ['islands/x.tsx', `import { NoteBody } from '../schema.ts'`, '(schema): islands run in the browser'],
    ['islands/x.tsx', `import { toggle } from '../service.ts'`, '(service): islands run in the browser'],
    ['islands/x.tsx', `export { toggle } from '../service.ts'; export const a = 1`, '(service)'],
    ['islands/x.tsx', `const m = await import('../store.ts')`, '(store)'],
    ['islands/x.tsx', `type T = import('../store.ts').Row`, '(store)'],
    ['messages.ts', `import { LIMIT } from './limits.ts'`, '(domain): messages are words'],
    ['routes.ts', `import { find } from './store.ts'`, '(store): a route is one call of a service'],
    ['routes.ts', `import fastify from 'fastify'`, 'fastify (npm)'],
    ['routes.ts', `import cookie from '@fastify/cookie'`, '@fastify/cookie (npm)'],
    ['public.ts', `import { isoUtc } from '#base/time.ts'`, '(base): a door shows use-cases'],
    ['public.ts', `export { find } from './store.ts'`, '(store): a door shows use-cases'],
    ['service.ts', `import { edited } from './browser/saving/entry.ts'`, '(feature/browser): the clock, the dice'],
    ['store.ts', `import type { Entry } from './browser/saving/entry.ts'`, '(feature/browser): a store holds queries'],
    ['routes.ts', `import { edited } from './browser/saving/entry.ts'`, '(feature/browser): a route is one call'],
    ['pages/x.tsx', `import { edited } from '../browser/saving/entry.ts'`, '(feature/browser): pages never reach'],
    ['schema.ts', `import type { Entry } from './browser/saving/entry.ts'`, '(feature/browser): a schema describes'],
    ['jobs.ts', `import { edited } from './browser/saving/entry.ts'`, '(feature/browser): a job is a moment'],
    ['public.ts', `export { edited } from './browser/saving/entry.ts'`, '(feature/browser): a door shows use-cases'],
    ['task-list.ts', `import { edited } from './browser/saving/entry.ts'`, '(feature/browser): domain is pure'],
    ['browser/x.ts', `import { get } from '#browser/api.ts'`, '(browser): browser/ holds pure rules of islands'],
    ['browser/x.ts', `import { Card } from '../islands/parts/card.tsx'`, '(islands): browser/ holds pure rules'],
    ['browser/x.ts', `import { h } from 'preact'`, 'preact (npm): browser/ holds pure rules'],
    ['service.ts', `import { seed } from '../../../db/seed.ts'`, 'db/seed.ts (outside the layout)'],
  ])('%s: %s', (file, source, said) => {
    const found = complaints({ [`${NOTES}/${file}`]: source, [`${NOTES}/x.db.test.ts`]: '' })
    expect(found).toEqual([expect.stringContaining(said)])
    expect(found[0]).toMatch(new RegExp(`^${NOTES}/${file}:1 \\([\\w/]+\\) may not import `))
  })

  it.each([
    ['src/base/x.ts', `import { sha256 } from '#platform/crypto.ts'`, 'base stands on nothing'],
    ['src/base/x.ts', `import { createHash } from 'node:crypto'`, 'base stands on nothing'],
    ['src/base/x.ts', `import { h } from 'preact'`, 'base stands on nothing'],
    ['src/ui/x.tsx', `import { NoteCard } from '#features/notes/pages/card.tsx'`, 'ui is shared by every feature'],
    ['src/ui/x.tsx', `import { loadConfig } from '#platform/config.ts'`, 'ui is shared by every feature'],
    ['src/platform/events/x.ts', `import pages from '#ui/layout.tsx'`, 'draws no page'],
    ['src/platform/http/x.ts', `import { toggle } from '#features/notes/public.ts'`, 'the platform knows no feature'],
    ['src/platform/db/x.ts', `import { Layout } from '#ui/layout.tsx'`, 'draws no page'],
    ['src/browser/x.ts', `import { loadConfig } from '#platform/config.ts'`, 'this runs in the browser'],
    ['src/runner/x.ts', `import { toggle } from '#features/notes/public.ts'`, 'the runner is deployed alone'],
    ['src/app/x.ts', `import { find } from '#features/notes/store.ts'`, 'queries stay in stores'],
    ['src/app/x.ts', `import pg from 'pg'`, 'pg (npm)'],
    ['packages/follow/src/x.ts', `import { newId } from '#base/ids.ts'`, 'the package is used without Codeshelf'],
    ['packages/follow/src/x.ts', `import { readFile } from 'node:fs'`, 'the package is used without Codeshelf'],
    ['packages/follow/src/x.ts', `import { z } from 'zod'`, 'the package is used without Codeshelf'],
    ['src/base/x.ts', `import { Step } from '../../packages/follow/src/step.ts'`, '(packages/follow): base stands'],
    ['src/platform/x.ts', `import { linesIn } from 'codeshelf-follow'`, 'codeshelf-follow (npm)'],
    ['src/main.ts', `import { routes } from '#features/notes/routes.ts'`, 'main chooses a process'],
  ])('%s: %s', (path, source, said) => {
    expect(complaints({ [path]: source })).toEqual([expect.stringContaining(said)])
  })

  test('the message names both files, both layers, the reason and what is open', () => {
    expect(complaints({ [`${NOTES}/pages/x.tsx`]: `\nimport { find } from '../store.ts'` })).toEqual([
      'src/features/notes/pages/x.tsx:2 (pages) may not import src/features/notes/store.ts (store): ' +
        'pages never reach a service or a store; they may place islands. ' +
        "It may import: base, ui, domain, messages, islands, lower features' domain, lower features' messages, " +
        "lower features' islands, npm preact",
    ])
  })

  test('a file that is in no layer is refused', () => {
    expect(complaints({ 'src/utils/text.ts': '' })).toEqual(['src/utils/text.ts is in no layer of the layout'])
  })

  test('a file that cannot be parsed is not passed over', () => {
    expect(complaints({ 'src/base/x.ts': 'export const = 1' })).toEqual([
      expect.stringContaining('src/base/x.ts cannot be read'),
    ])
  })
})

test('a feature built as designed is accepted', () => {
  const feature = {
    [`${NOTES}/task-list.ts`]: `import { findCheckboxes } from '#base/checkboxes.ts'\nimport MarkdownIt from 'markdown-it'`,
    [`${NOTES}/schema.ts`]: `import { z } from 'zod'\nimport { LIMIT } from './limits.ts'`,
    [`${NOTES}/store.ts`]: `import { sql } from 'kysely'\nimport type { Db } from '#platform/db/pool.ts'`,
    [`${NOTES}/notes.db.test.ts`]: `import * as store from './store.ts'\nimport { x } from '../files/store.ts'`,
    [`${NOTES}/service/toggle.ts`]: `import * as store from '../store.ts'\nimport { fileOf } from '#features/files/public.ts'`,
    [`${NOTES}/jobs.ts`]: `import { job } from '#platform/jobs/job.ts'\nimport { sweep } from './service/sweep.ts'`,
    [`${NOTES}/browser/retick.ts`]: `import { toggle } from '../task-list.ts'`,
    [`${NOTES}/islands/tick.ts`]: `import { retick } from '../browser/retick.ts'`,
    [`${NOTES}/islands/note.tsx`]: `import { signal } from '@preact/signals'\nimport type { NoteReply } from '../schema.ts'`,
    [`${NOTES}/pages/notes.tsx`]: `import { Viewer } from '#features/viewer/islands/viewer.tsx'`,
    [`${NOTES}/routes.ts`]: `import type { FastifyRequest } from 'fastify'\nimport { NoteReply } from './schema.ts'`,
    [`${NOTES}/public.ts`]: `export { toggle } from './service/toggle.ts'`,
    'src/app/routes.ts': `import { routes } from '#features/notes/routes.ts'`,
    'src/main.ts': `const { seed } = await import('../db/seed.ts')`,
  }
  expect(complaints(feature)).toEqual([])
})

test('words that only look like imports are not imports', () => {
  const text = `// import pg from 'pg'\nexport const help = "import { x } from '../store.ts'"`
  expect(complaints({ [`${NOTES}/task-list.ts`]: text })).toEqual([])
})

describe('features', () => {
  it.each([
    ['service.ts', '#features/files/service.ts', 'only public'],
    ['service.ts', '#features/files/limits.ts', 'only public'],
    ['pages/x.tsx', '#features/files/pages/row.tsx', 'only domain, messages, islands'],
    ['pages/x.tsx', '#features/files/public.ts', 'only domain, messages, islands'],
    ['islands/x.tsx', '#features/files/islands/list.tsx', 'only domain, feature/browser, messages, islands/parts'],
    ['islands/x.tsx', '#features/files/islands/list/row.tsx', 'only domain, feature/browser, messages, islands/parts'],
    ['pages/x.tsx', '#features/files/browser/sort.ts', 'only domain, messages, islands'],
    ['task-list.ts', '#features/files/browser/sort.ts', 'only domain'],
    ['routes.ts', '#features/files/browser/sort.ts', 'only domain, schema, problems'],
    ['service.ts', '#features/files/browser/sort.ts', 'only public'],
    ['routes.ts', '#features/files/public.ts', 'only domain, schema, problems'],
    ['routes.ts', '#features/files/routes.ts', 'only domain, schema, problems'],
    ['store.ts', '#features/files/store.ts', 'only domain'],
    ['messages.ts', '../files/messages.ts', 'nothing'],
  ])('open few layers to each other: %s may not import %s', (file, target, said) => {
    const found = complaints({ [`${NOTES}/${file}`]: `import { x } from '${target}'`, [`${NOTES}/x.db.test.ts`]: '' })
    expect(found).toEqual([expect.stringContaining(`of another feature this file may import ${said}`)])
  })

  it.each([
    ['task-list.ts', '../files/limits.ts'],
    ['schema.ts', '#features/files/schema/files.ts'],
    ['service.ts', '#features/files/public.ts'],
    ['store.ts', '#features/files/limits.ts'],
    ['routes.ts', '#features/files/schema/files.ts'],
    ['pages/x.tsx', '#features/files/islands/list.tsx'],
    ['pages/x.tsx', '#features/files/messages.ts'],
    ['islands/x.tsx', '#features/files/islands/parts/row.tsx'],
    ['islands/x.tsx', '#features/files/limits.ts'],
    ['islands/x.tsx', '#features/files/browser/sort.ts'],
    ['browser/x.ts', '#features/files/browser/sort.ts'],
    ['browser/x.ts', '#features/files/limits.ts'],
  ])('build on what a lower feature opens: %s may import %s', (file, target) => {
    const tree = { [`${NOTES}/${file}`]: `import { x } from '${target}'`, [`${NOTES}/x.db.test.ts`]: '' }
    expect(complaints(tree)).toEqual([])
  })

  test('depend on each other in one direction only', () => {
    const found = complaints({
      [`${NOTES}/service.ts`]: `import { fileOf } from '#features/files/public.ts'`,
      'src/features/files/service.ts': `import { notesOf } from '#features/notes/public.ts'`,
    })
    expect(found).toEqual(['features depend on each other in a circle: files → notes → files'])
  })

  test('that place islands of each other depend on each other too', () => {
    const found = complaints({
      [`${NOTES}/pages/x.tsx`]: `import { A } from '#features/files/islands/a.tsx'`,
      'src/features/files/pages/x.tsx': `import { B } from '#features/notes/islands/b.tsx'`,
    })
    expect(found).toEqual(['features depend on each other in a circle: files → notes → files'])
  })

  test('stand in one order, also through a third one', () => {
    const found = complaints({
      'src/features/boards/islands/x.tsx': `import { Card } from '#features/notes/islands/parts/card.tsx'`,
      [`${NOTES}/service.ts`]: `import { fileOf } from '#features/files/public.ts'`,
      'src/features/files/pages/x.tsx': `import { Board } from '#features/boards/islands/board.tsx'`,
    })
    expect(found).toEqual(['features depend on each other in a circle: boards → notes → files → boards'])
  })

  test('with a store have a test on a real database', () => {
    expect(complaints({ [`${NOTES}/store/find.ts`]: '' })).toEqual([
      'src/features/notes has a store and no *.db.test.ts that runs it on a real database',
    ])
  })
})

test('files that import each other in a circle are caught, by types too', () => {
  const found = complaints({
    'src/base/a.ts': `import { b } from './b.ts'`,
    'src/base/b.ts': `import { c } from '#base/c.ts'`,
    'src/base/c.ts': `import type { A } from './a.ts'`,
  })
  expect(found).toEqual([
    'files import each other in a circle: src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts',
  ])
})

describe('one writer per table', () => {
  const stores = (notes: string, files: string) =>
    complaints({
      [`${NOTES}/store.ts`]: notes,
      [`${NOTES}/x.db.test.ts`]: '',
      'src/features/files/store.ts': files,
      'src/features/files/x.db.test.ts': '',
    })

  it.each([
    [`db.insertInto('notes')`, `db.updateTable('notes as n')`],
    [`db.deleteFrom('notes')`, 'sql`insert into notes (id) values (${id})`'],
    ['sql`delete from notes where id = ${id}`', 'sql`with x as (update "notes" n set a = 1) select 1`'],
    [`query('update only notes as n set a = 1')`, 'sql`INSERT INTO public.notes select 1`'],
    ['sql`merge into notes using x on true`', 'sql`truncate notes`'],
  ])('%s and %s', (notes, files) => {
    const [found, ...more] = stores(notes, files)
    expect(more).toEqual([])
    expect(found).toContain(
      'notes has 2 writers: notes (src/features/notes/store.ts:1), files (src/features/files/store.ts:1)',
    )
  })

  test('reading and joining what another feature writes is lawful', () => {
    const found = stores(
      `db.insertInto('notes')`,
      'sql`select 1 from notes for update`; sql`insert into files on conflict do update set a = 1`',
    )
    expect(found).toEqual([])
  })

  test('two files of one store are one writer', () => {
    const write = `db.updateTable('notes')`
    const found = complaints({
      [`${NOTES}/store/a.ts`]: write,
      [`${NOTES}/store/b.ts`]: write,
      [`${NOTES}/x.db.test.ts`]: '',
    })
    expect(found).toEqual([])
  })

  test('a feature does not write what the platform writes', () => {
    const found = complaints({
      'src/platform/events/sink.ts': 'sql`insert into events (id) values (1)`',
      [`${NOTES}/store.ts`]: `db.deleteFrom('events')`,
      [`${NOTES}/x.db.test.ts`]: '',
    })
    expect(found).toEqual([expect.stringContaining('events has 2 writers: platform/events')])
  })

  test('a service does not write past its store', () => {
    expect(complaints({ [`${NOTES}/service.ts`]: `ctx.db.insertInto('notes')` })).toEqual([
      'src/features/notes/service.ts:1 writes notes: only a store (or the platform) writes',
    ])
  })

  test('a table name is spelled out', () => {
    const found = complaints({ [`${NOTES}/store.ts`]: `db.insertInto(table)`, [`${NOTES}/x.db.test.ts`]: '' })
    expect(found).toEqual([expect.stringContaining('does not spell out which table')])
  })
})

describe('what the linter cannot see', () => {
  it.each([
    [`${NOTES}/task-list.ts`, 'const a = b as Note', 'casts with `as`'],
    [`${NOTES}/islands/x.tsx`, 'const a = <p>{b as Note}</p>', 'casts with `as`'],
    [`${NOTES}/task-list.ts`, 'const a = <Note>b', 'casts with `<T>`'],
    ['src/base/text.ts', 'const a = b as unknown as Note', 'casts with `as`'],
    [`${NOTES}/service.ts`, 'const now = new Date()', 'calls new Date()'],
    [`${NOTES}/service.ts`, 'const id = crypto.randomUUID()', 'calls randomUUID()'],
    ['src/base/time.ts', 'const now = Temporal.Now.instant()', 'calls Temporal.Now'],
    ['src/ui/clock.ts', 'const now = Date()', 'calls Date()'],
    [`${NOTES}/index.ts`, `export * from './task-list.ts'`, 'only re-exports'],
    [`${NOTES}/all.ts`, `import { a } from './a.ts'\nexport { a }`, 'only re-exports'],
    ['src/base/all.ts', `export type { Id } from './ids.ts'`, 'only re-exports'],
  ])('%s: %s', (path, source, said) => {
    expect(complaints({ [path]: source })[0]).toContain(said)
  })

  it.each([
    [`${NOTES}/task-list.ts`, `const a = ['x'] as const`],
    [`${NOTES}/task-list.ts`, `import { a as b } from './a.ts'\nexport { b as c, d }\nconst d = 1`],
    [`${NOTES}/task-list.ts`, `const a = new Date(moment)`],
    [`${NOTES}/task-list.test.ts`, `const a = b as Note`],
    ['src/platform/db/pool.ts', 'const a = b as Pool; const now = new Date()'],
    ['src/base/ids.ts', 'const a = b as Id'],
    ['src/browser/api.ts', 'const a = b as HTMLElement'],
  ])('%s may say: %s', (path, source) => {
    expect(complaints({ [path]: source })).toEqual([])
  })

  test('a permission to cast that nobody needs any more is taken back', () => {
    expect(complaints({ 'src/base/ids.ts': 'export const a = 1' })).toEqual([
      'src/base/ids.ts no longer casts: remove it from CASTS_ALLOWED',
    ])
  })
})
