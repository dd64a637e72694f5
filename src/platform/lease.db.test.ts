import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './db/pool.ts'
import { acquireLease, releaseLease, renewLease } from './lease.ts'

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

test('of many who ask at once, one leads', async () => {
  const asked = await Promise.all(Array.from({ length: 8 }, (_, i) => acquireLease(database.db, 'many', `h${i}`, 30)))
  expect(asked.filter((lease) => lease !== null)).toHaveLength(1)
})

test('a lease that ran out passes on with a greater epoch, and the old holder is fenced off', async () => {
  const first = await acquireLease(database.db, 'passing', 'a', 1)
  expect(await acquireLease(database.db, 'passing', 'b', 30)).toBeNull()
  await sleep(1_100)
  const second = await acquireLease(database.db, 'passing', 'b', 30)
  if (!first || !second) throw new Error('both should have led in turn')
  expect(second.epoch).toBe(first.epoch + 1n)
  expect(await renewLease(database.db, 'passing', first, 30)).toBe(false)
  expect(await renewLease(database.db, 'passing', second, 30)).toBe(true)
})

test('a released lease is free at once', async () => {
  const lease = await acquireLease(database.db, 'released', 'a', 30)
  if (!lease) throw new Error('nobody else asked')
  await releaseLease(database.db, 'released', lease)
  expect(await acquireLease(database.db, 'released', 'b', 30)).not.toBeNull()
})
