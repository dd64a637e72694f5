import { Client } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from './database.ts'

test('a cloned database is migrated, empty and its own', async () => {
  await using one = await cloneDatabase()
  await using two = await cloneDatabase()
  await execute(one.url, 'create table only_here ()')
  expect(await execute(one.url, "select to_regclass('only_here')::text as name")).toEqual([{ name: 'only_here' }])
  expect(await execute(two.url, "select to_regclass('only_here')::text as name")).toEqual([{ name: null }])
  expect(await execute(two.url, 'select count(*) > 0 as migrated from schema_migrations')).toEqual([{ migrated: true }])
})

test('a cloned database is gone afterwards, even when a connection was forgotten', async () => {
  const database = await cloneDatabase()
  const forgotten = new Client({ connectionString: database.url })
  forgotten.on('error', () => undefined)
  await forgotten.connect()
  await database[Symbol.asyncDispose]()
  await expect(execute(database.url, 'select 1')).rejects.toThrow(/does not exist/)
})

async function execute(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
