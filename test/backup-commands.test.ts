import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from './compile-cache.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-commands-'))
beforeAll(async () => {
  database = await cloneDatabase()
  await run("insert into users (user_id, first_name, created_at, last_sign_in_at) values (1, 'Dana', now(), now())")
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

async function run(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

type Said = { code: number; out: string; err: string }

/** As an operator types it, with an operator's environment and nothing more. */
function codeshelf(args: string[], env: Record<string, string> = {}): Promise<Said> {
  const environment = { ...COMPILE_CACHE, PATH: process.env['PATH'], DATABASE_URL: database.url, ...env }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', './tools/tsx.ts', 'src/main.ts', ...args],
      { env: environment },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

test('backup, restore --check and restore --into, from the command line', async () => {
  const saved = await codeshelf(['backup', '--to', dir])
  expect(saved).toMatchObject({ code: 0, err: '' })
  const [name = ''] = readdirSync(dir)
  const folder = join(dir, name)
  expect(saved.out).toContain(`${folder}: `)
  const checked = await codeshelf(['restore', '--check', folder])
  expect(checked.out).toMatch(/^OK: \d+ rows of \d+ tables/)
  const refused = await codeshelf(['restore', '--into', database.url, folder])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('is not empty')
  expect((await codeshelf(['restore', folder])).err).toContain('usage: codeshelf restore --check <backup>')
}, 180_000)

const production = { NODE_ENV: 'production', MESSENGER_BOT_TOKEN: 't', MESSENGER_BOT_NAME: 'bot' }

test('a migration of data in production makes and tests a backup first, unless --no-backup is passed', async () => {
  const undo = () =>
    run("drop table restore_proofs; delete from schema_migrations where name = '0020_restore_proofs.sql'")
  await undo()
  const refused = await codeshelf(['migrate'], production)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('0020_restore_proofs.sql would change data without a backup. Set BACKUP_DIR')
  expect(await run("select to_regclass('restore_proofs') as t")).toEqual([{ t: null }])

  const before = readdirSync(dir).length
  const migrated = await codeshelf(['migrate'], { ...production, BACKUP_DIR: dir })
  expect(migrated.out).toContain('backup created and verified by a test restore')
  expect(migrated.out).toContain('schema migrated')
  expect(readdirSync(dir)).toHaveLength(before + 1)

  await undo()
  expect((await codeshelf(['migrate', '--no-backup'], production)).out).toContain('schema migrated')
}, 180_000)
