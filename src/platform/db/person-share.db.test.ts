import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { inPersonShare, PoolBusy } from './person-share.ts'
import { openDatabase } from './pool.ts'

test('one person holds at most two fifths of the connections, and everybody else finds one at once', async () => {
  await using clone = await cloneDatabase()
  const database = openDatabase({ url: clone.url, size: 5, applicationName: 'shares' })
  const gate = Promise.withResolvers<void>()
  let most = 0
  let running = 0
  const hold = () =>
    database.db.connection().execute(async () => {
      most = Math.max(most, (running += 1))
      await gate.promise
      running -= 1
    })
  try {
    const held = inPersonShare('dana', () => Array.from({ length: 20 }, hold))
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(database.db)
    expect((await inPersonShare('omer', ask)).rows).toEqual([{ one: 1 }])
    expect((await ask()).rows).toEqual([{ one: 1 }])
    await expect.poll(() => running).toBe(2)
    gate.resolve()
    await Promise.all(held)
    expect(most).toBe(2)
  } finally {
    await database.close()
  }
})

test('a statement that finds no free connection in time is a PoolBusy, and gives its share back', async () => {
  await using clone = await cloneDatabase()
  const database = openDatabase({ url: clone.url, size: 1, applicationName: 'busy', connectTimeoutMs: 200 })
  const gate = Promise.withResolvers<void>()
  try {
    const holding = database.db.connection().execute(() => gate.promise)
    const ask = () => inPersonShare('dana', () => sql`select 1`.execute(database.db))
    for (let i = 0; i < 4; i++) await expect(ask()).rejects.toThrow(PoolBusy)
    gate.resolve()
    await holding
    await ask()
  } finally {
    await database.close()
  }
})
