import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './db/pool.ts'
import { acquireLeaderLease, releaseLeaderLease, renewLeaderLease } from './lease.ts'

let clone: TestDatabase
let database: Database
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openDatabase({ url: clone.url, size: 8, applicationName: 'test' })
})
afterAll(async () => {
  await database.close()
  await clone[Symbol.asyncDispose]()
})

test('one of many concurrent requests acquires the lease', async () => {
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, i) => acquireLeaderLease(database.db, 'many', `h${i}`, 30)),
  )
  expect(asked.filter((lease) => lease !== null)).toHaveLength(1)
})

test('an expired lease passes to another holder with a greater epoch, and the old holder is fenced off', async () => {
  const first = await acquireLeaderLease(database.db, 'passing', 'a', 30)
  expect(await acquireLeaderLease(database.db, 'passing', 'b', 30)).toBeNull()
  await database.pool.query(`update job_locks set expires_at = now() - interval '1 second' where name = 'passing'`)
  const second = await acquireLeaderLease(database.db, 'passing', 'b', 30)
  if (!first || !second) throw new Error('both should have led in turn')
  expect(second.epoch).toBe(first.epoch + 1n)
  expect(await renewLeaderLease(database.db, 'passing', first, 30)).toBe(false)
  expect(await renewLeaderLease(database.db, 'passing', second, 30)).toBe(true)
})

test('a released lease can be acquired at once', async () => {
  const lease = await acquireLeaderLease(database.db, 'released', 'a', 30)
  if (!lease) throw new Error('the lease was free')
  await releaseLeaderLease(database.db, 'released', lease)
  expect(await acquireLeaderLease(database.db, 'released', 'b', 30)).not.toBeNull()
})
