import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase, withDatabase } from '../../../test/database.ts'
import { sha256 } from '../crypto.ts'
import { toolEnvironment } from './connection.ts'
import { type Backup, createBackup } from './create.ts'
import { removeOldBackups } from './remove-old.ts'
import { DUMP, MANIFEST } from './manifest.ts'
import { restoreInto, testRestore } from './restore.ts'

const NOW = new Date('2026-11-15T02:00:07.000Z')
const options = { toolsDir: null }

let database: TestDatabase
let backup: Backup

const folder = () => mkdtempSync(join(tmpdir(), 'codeshelf-backup-'))
const save = (dir: string, now = NOW, url = database.url) =>
  createBackup({ databaseUrl: url, dir, toolsDir: null, now })

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Other tests try backups on the same server; their databases disappear a moment later. */
async function scratchDatabases(): Promise<unknown[]> {
  return run(database.url, "select datname from pg_database where datname like 'codeshelf\\_check%'")
}

beforeAll(async () => {
  database = await cloneDatabase()
  await run(
    database.url,
    `insert into users (user_id, first_name, created_at, last_sign_in_at)
       select nextval('user_ids'), 'דנה ' || i, now(), now() from generate_series(1, 500) as i;
     insert into blobs (user_id, sha256, codec, size_bytes, body, created_at)
       select user_id, sha256(user_id::text::bytea), 'raw', 3, decode('00ff7f', 'hex'), now() from users;
     insert into events values (now(), gen_random_uuid(), 'x', 'info', null, '{}')`,
  )
  backup = await save(folder())
})
afterAll(() => database[Symbol.asyncDispose]())

describe('a backup', () => {
  test('restores to exactly what was saved and leaves no database behind', async () => {
    const { manifest, differences } = await testRestore(backup.folder, database.url, options)
    expect(differences).toEqual([])
    expect(manifest.census.tables['users']).toMatchObject({ rows: 500 })
    expect(manifest.leftOut).toEqual(['events'])
    expect(manifest.schema).toMatch(/^\d{4}_\w+\.sql$/)
    await expect.poll(scratchDatabases).toEqual([])
  })

  test('is readable by its owner only and leaves no partial folder', () => {
    expect(statSync(backup.folder).mode & 0o777).toBe(0o700)
    for (const name of [DUMP, MANIFEST]) expect(statSync(join(backup.folder, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(backup.folder, '..'))).toEqual(['codeshelf-20261115T020007000Z'])
  })

  test('dumps and counts the same snapshot when rows are written meanwhile', async () => {
    const writing = (async () => {
      for (let i = 0; i < 200; i++)
        await run(
          database.url,
          `update users set first_name = 'at ${i}' where user_id = (select min(user_id) from users)`,
        )
    })()
    const made = await save(folder())
    await writing
    expect((await testRestore(made.folder, database.url, options)).differences).toEqual([])
  })

  test('reports the table of a single changed row', async () => {
    const altered = withDatabase(database.url, `altered_${process.pid}`)
    await run(database.url, `create database altered_${process.pid} template template0`)
    try {
      expect((await restoreInto(backup.folder, altered, options)).differences).toEqual([])
      await run(altered, "update users set first_name = 'Mallory' where user_id = (select max(user_id) from users)")
      const forged = await save(folder(), NOW, altered)
      // The dump of the altered database, with the original's checksums and a fitting hash: only counting finds the difference.
      const manifest = { ...backup.manifest, dump: forged.manifest.dump }
      writeFileSync(join(forged.folder, MANIFEST), JSON.stringify(manifest))
      const { differences } = await testRestore(forged.folder, database.url, options)
      expect(differences).toEqual(['users: as many rows (500), but not the same ones'])
      await run(altered, 'delete from blobs where user_id = (select max(user_id) from users)')
      await expect(restoreInto(backup.folder, altered, options)).rejects.toThrow(/is not empty/)
    } finally {
      await run(database.url, `drop database altered_${process.pid} with (force)`)
    }
    await expect.poll(scratchDatabases).toEqual([])
  })

  test('restores into a database whose only views belong to an extension, as those of Citus do', async () => {
    const name = `extended_${process.pid}`
    await run(database.url, `create database ${name} template template0`)
    try {
      await run(withDatabase(database.url, name), 'create extension pg_buffercache')
      expect((await restoreInto(backup.folder, withDatabase(database.url, name), options)).differences).toEqual([])
    } finally {
      await run(database.url, `drop database ${name} with (force)`)
    }
  })

  test('is rejected for a flipped byte before anything is restored', async () => {
    const made = await save(folder())
    const dump = join(made.folder, DUMP)
    const bytes = readFileSync(dump)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(dump, bytes)
    await expect(testRestore(made.folder, database.url, options)).rejects.toThrow(/damaged: the SHA-256/)
    writeFileSync(dump, bytes.subarray(0, middle))
    await expect(testRestore(made.folder, database.url, options)).rejects.toThrow(/damaged: .* has \d+ bytes/)
  })

  test('leaves no database behind when the restore fails', async () => {
    const made = await save(folder())
    const dump = join(made.folder, DUMP)
    const bytes = readFileSync(dump).fill(0, 2000, 2400)
    writeFileSync(dump, bytes)
    const fitting = { bytes: bytes.length, sha256: sha256(bytes).toString('hex') }
    writeFileSync(join(made.folder, MANIFEST), JSON.stringify({ ...made.manifest, dump: fitting }))
    await expect(testRestore(made.folder, database.url, options)).rejects.toThrow(/pg_restore failed/)
    await expect.poll(scratchDatabases).toEqual([])
  })
})

test('createBackup fails and leaves nothing behind when pg_dump is missing', async () => {
  const dir = folder()
  const asked = createBackup({ databaseUrl: database.url, dir, toolsDir: '/nowhere', now: NOW })
  await expect(asked).rejects.toThrow(/pg_dump was not found/)
  expect(readdirSync(dir)).toEqual([])
})

test("PostgreSQL's programs get the password as a variable, and nothing else of our environment", () => {
  process.env['MESSENGER_BOT_TOKEN_OF_TEST'] = 'secret'
  const env = toolEnvironment('postgres://shelf:p%40ss@db.example:5433/library?sslmode=no-verify')
  expect(env).toMatchObject({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'shelf',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'library',
    PGSSLMODE: 'require',
  })
  expect(Object.keys(env).filter((name) => !/^(PG|PATH$|HOME$|LC_ALL$)/.test(name))).toEqual([])
})

test('removeOldBackups keeps the newest and touches nothing else in the folder', async () => {
  const dir = folder()
  for (const day of [11, 12, 13, 14]) mkdirSync(join(dir, `codeshelf-202611${day}T020000000Z`))
  for (const other of ['codeshelf-notes', '.codeshelf-unfinished-now', 'photos']) mkdirSync(join(dir, other))
  expect(await removeOldBackups(dir, 3, new Date())).toEqual(['codeshelf-20261111T020000000Z'])
  expect(await removeOldBackups(dir, 3, new Date(Date.now() + 2 * 86_400_000))).toEqual(['.codeshelf-unfinished-now'])
  expect(readdirSync(dir)).toEqual([
    'codeshelf-20261112T020000000Z',
    'codeshelf-20261113T020000000Z',
    'codeshelf-20261114T020000000Z',
    'codeshelf-notes',
    'photos',
  ])
})

test('testRestore drops a database that a killed trial left a day ago', async () => {
  const [old, young] = ['codeshelf_check_20200101000000_00000000', `codeshelf_check_29990101000000_00000000`]
  for (const name of [old, young]) await run(database.url, `create database ${name} template template0`)
  await testRestore(backup.folder, database.url, options)
  const left = await run(database.url, `select datname from pg_database where datname in ('${old}', '${young}')`)
  await run(database.url, `drop database ${young}`)
  expect(left).toEqual([{ datname: young }])
})
