import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareRows } from './compare.ts'
import { readDeclarations } from './declared.ts'
import type { SentRows } from './sent.ts'

const root = mkdtempSync(join(tmpdir(), 'codeshelf-rows-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeAll(() => {
  write('tsconfig.json', '{ "compilerOptions": { "strict": true, "types": [], "noEmit": true } }')
  write('tools/row-types/driver-types.ts', '')
  copyFileSync(join(import.meta.dirname, 'driver-types.ts'), join(root, 'tools/row-types/driver-types.ts'))
  write(
    'src/platform/db/tables.ts',
    "export type Tables = { notes: { id: string; color: 'red' | 'blue'; due: Date | null } }",
  )
  write(
    'src/kysely.d.ts',
    `interface Buffer extends Uint8Array {}
    interface RawBuilder<T> { execute(): T[] }
    declare function sql<T>(texts: TemplateStringsArray, ...values: unknown[]): RawBuilder<T>`,
  )
})

const catalog = {
  types: Object.entries({ int8: 20, int4: 23, text: 25, date: 1082, timestamptz: 1184, jsonb: 3802 }).map(
    ([name, oid]) => ({ name, oid }),
  ),
  columns: ['id', 'color', 'due'].map((name, i) => ({
    table: 7,
    number: i + 1,
    tableName: 'notes',
    name,
    notNull: name !== 'due',
  })),
}

type Column = SentRows['columns'][number]

function column(name: string, type: number, number = 0, sawNull = false): Column {
  return { name, type, table: number === 0 ? 0 : 7, number, sawNull }
}

/** What is said of a template in line 1 that was sent, and returned these columns. */
function complaintsOf(code: string, sql: string, ...columns: Column[]): string[] {
  write('src/store.ts', code)
  const sent = [{ template: sql.split('?'), sql: sql.replace('?', '$1'), columns }]
  return readDeclarations(root, (declared) => compareRows(declared, sent, catalog)).complaints
}

test('a row type that is right has no complaint', () => {
  const code =
    "export const q = sql<{ id: string & { brand: 'note' }; color: 'red' | 'blue'; due: Date | null }>`select id, color, due from notes`"
  const columns = [column('id', 25, 1), column('color', 25, 2), column('due', 1184, 3, true)]
  expect(complaintsOf(code, 'select id, color, due from notes', ...columns)).toEqual([])
})

test('a wrong row type is reported with its place, its column and what PostgreSQL returned', () => {
  const code = `type Row = { n: number; color: 'red'; due: Date; gone: string; seen: number; tags: { at: Date } }
    export const q = (a: string) => sql<Row>\`select n, color, due, seen, tags, \${a} as more from notes\``
  const columns = [
    column('n', 20),
    column('color', 25, 2),
    column('due', 1184, 3),
    column('seen', 23, 0, true),
    column('tags', 3802),
    column('more', 25),
  ]
  expect(complaintsOf(code, 'select n, color, due, seen, tags, ? as more from notes', ...columns)).toEqual([
    'src/store.ts:2 gone: declared, but not returned',
    'src/store.ts:2 n: declared number, returned as int8, which is string in JavaScript',
    'src/store.ts:2 color: declared "red", returned as text, which is "blue" | "red" in JavaScript',
    'src/store.ts:2 due: declared Date, but the statement may return null',
    'src/store.ts:2 seen: declared number, but a test received null',
    'src/store.ts:2 tags: declared { at: Date; }, returned as jsonb, which is Json in JavaScript',
    'src/store.ts:2 more: returned as text, but not declared',
  ])
})

test('a row type that follows from the return type of a function is compared too', () => {
  const code = 'export function find(): RawBuilder<{ day: string }> {\n  return sql`select current_date as day`\n}'
  expect(complaintsOf(code, 'select current_date as day', column('day', 1082))).toEqual([
    'src/store.ts:2 day: returned as date, which is not in tools/row-types/driver-types.ts',
  ])
})
