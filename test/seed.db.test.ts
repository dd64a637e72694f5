import { expect, test } from 'vitest'
import { seed } from '../db/seed.ts'
import { type TestApp, testApp } from './app.ts'

type Row = { name: string; language: string; version: number; trashed: boolean }

/** Over all users, which only tests may ask. */
async function rowsOf(app: TestApp): Promise<Row[]> {
  const { rows } = await app.pool.query<Row>(
    'select file_name as name, language, version, deleted_at is not null as trashed from files order by id',
  )
  return rows
}

test('the demo library has ten languages and more, several versions, and something in the trash', async () => {
  await using app = await testApp({ NODE_ENV: 'development' })
  await seed(app.db, app.clock.now)
  const rows = await rowsOf(app)
  expect(new Set(rows.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12)
  expect(rows).toContainEqual({ name: 'invoices.py', language: 'Python', version: 3, trashed: false })
  expect(rows).toContainEqual({ name: 'תכנית-לשבוע.md', language: 'Markdown', version: 3, trashed: false })
  expect(rows.filter(({ trashed }) => trashed)).toHaveLength(1)
})

test('notes in both languages, one carried along by a later version, one on a board, one due', async () => {
  await using app = await testApp({ NODE_ENV: 'development' })
  await seed(app.db, app.clock.now)
  const { rows: notes } = await app.pool.query('select kind, quote_version from notes order by id')
  expect(notes).toContainEqual({ kind: 'file', quote_version: 2 })
  expect(notes).toContainEqual({ kind: 'board', quote_version: null })
  const { rows: due } = await app.pool.query('select from reminders where remind_at <= $1', [app.clock.now])
  expect(due).toHaveLength(1)
})

test('seeding again changes nothing', async () => {
  await using app = await testApp({ NODE_ENV: 'development' })
  await seed(app.db, app.clock.now)
  const before = await rowsOf(app)
  app.advance(86_400)
  await seed(app.db, app.clock.now)
  expect(await rowsOf(app)).toEqual(before)
})
