import { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { cloneDatabase, withDatabase } from '../../../test/database.ts'
import { assertNothingLost, countRows } from './census.ts'
import { assertHebrewIsSearchable } from './locale.ts'
import { migrate } from './migrate.ts'

async function connected<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

describe('codeshelf migrate', () => {
  test('does nothing when the database is up to date, also under concurrent calls', async () => {
    await using database = await cloneDatabase()
    const reports = await Promise.all([migrate(database.url), migrate(database.url)])
    const distributed = inject('citusWorkers').length > 0
    expect(reports).toEqual([
      { applied: [], distributed },
      { applied: [], distributed },
    ])
  })

  test('runs the `before` hook when migrations are pending and there is data, and stops when the hook fails', async () => {
    await using database = await cloneDatabase()
    const asked: (readonly string[])[] = []
    const refuse = async (pending: readonly string[]) => {
      asked.push(pending)
      throw new Error('the disk is full')
    }
    await migrate(database.url, refuse)
    await connected(database.url, async (client) => {
      await client.query('drop table restore_proofs')
      await client.query("delete from schema_migrations where name = '0020_restore_proofs.sql'")
      await client.query("insert into job_locks values ('a', 'h', 1, now(), now())")
    })
    await expect(migrate(database.url, refuse)).rejects.toThrow('the disk is full')
    expect(asked).toEqual([['0020_restore_proofs.sql']])
    await connected(database.url, (client) => client.query('delete from job_locks'))
    // The database has only the list of migrations: there is nothing to save.
    expect((await migrate(database.url, refuse)).applied).toEqual(['0020_restore_proofs.sql'])
  })

  test('refuses when an applied migration was changed', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, (client) =>
      client.query("update schema_migrations set checksum = 'x' where name like '0001%'"),
    )
    await expect(migrate(database.url)).rejects.toThrow(/0001_people.sql was changed/)
  })

  test('refuses a migration that loses a row, unless it declares so', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query("insert into job_locks values ('a', 'h', 1, now(), now())")
      const before = await countRows(client)
      await client.query('delete from job_locks')
      const after = await countRows(client)
      const migration = { name: '0099_x.sql', sql: 'delete from job_locks' }
      expect(() => assertNothingLost(migration, before, after)).toThrow(/job_locks: 1 rows before, 0 after/)
      const honest = { ...migration, sql: `-- may shrink: job_locks\n${migration.sql}` }
      expect(() => assertNothingLost(honest, before, after)).not.toThrow()
    })
  })

  test('start-up refuses a database whose locale cannot index Hebrew', async () => {
    const admin = inject('adminUrl')
    const name = `ascii_${process.pid}`
    await connected(admin, (client) =>
      client.query(`create database ${name} template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`),
    )
    try {
      await connected(withDatabase(admin, name), async (client) => {
        await client.query('create extension pg_trgm')
        await expect(assertHebrewIsSearchable(client)).rejects.toThrow(/cannot index Hebrew/)
      })
    } finally {
      await connected(admin, (client) => client.query(`drop database ${name} with (force)`))
    }
  })
})
