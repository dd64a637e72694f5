import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { StatementCancelled } from './cancel.ts'
import { type Database, openDatabase, untilAborted } from './pool.ts'

/** The texts of the statements that run or have just run, of the connections of `name`. */
async function statements({ pool }: Database, name: string, state: 'active' | 'idle') {
  const { rows } = await pool.query<{ query: string }>(
    'select query from pg_stat_activity where application_name = $1 and state = $2',
    [name, state],
  )
  return rows.map(({ query }) => query)
}

const LOCKED = 'select pg_advisory_xact_lock(1)'

async function opened(name: string, size: number, through?: (url: string) => Promise<string>) {
  const clone = await cloneDatabase()
  const url = through ? await through(clone.url) : clone.url
  const database = openDatabase({ url, size, applicationName: name })
  const watcher = openDatabase({ url: clone.url, size: 1, applicationName: 'watcher' })
  const running = () => statements(watcher, name, 'active')
  return {
    database,
    running,
    /** A statement that waits for `unlock`, and whose signal has been aborted meanwhile. */
    async abortedWhileLocked() {
      await watcher.pool.query('select pg_advisory_lock(1)')
      const gone = new AbortController()
      const result = sql.raw(LOCKED).execute(untilAborted(database.db, gone.signal))
      await vi.waitFor(async () => expect(await running()).toEqual([LOCKED]), 4_000)
      gone.abort()
      // As an object: a promise would be awaited.
      return { result }
    },
    unlock: () => watcher.pool.query('select pg_advisory_unlock(1)'),
    ended: () => statements(watcher, name, 'idle'),
    async [Symbol.asyncDispose]() {
      await database.close()
      await watcher.close()
      await clone[Symbol.asyncDispose]()
    },
  }
}

test('untilAborted cancels the running statement, begins no other, and the connection is used again', async () => {
  await using stage = await opened('cancelled', 1)
  const gone = new AbortController()
  const db = untilAborted(stage.database.db, gone.signal)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const sleeping = sql`select pg_sleep(4)`.execute(db)
  const leave = async () => {
    await vi.waitFor(async () => expect(await stage.running()).toEqual(['select pg_sleep(4)']), 3_000)
    gone.abort()
  }
  await Promise.all([expect(sleeping).rejects.toThrow(StatementCancelled), leave()])
  expect(await stage.running()).toEqual([])
  await expect(sql`select 1`.execute(db)).rejects.toThrow(StatementCancelled)
  const next = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(stage.database.db)
  expect(next.rows).toEqual(rows)
})

test('untilAborted rolls a transaction back when its signal is aborted', async () => {
  await using stage = await opened('rolled-back', 1)
  await sql`create table written (n int)`.execute(stage.database.db)
  const gone = new AbortController()
  const write = untilAborted(stage.database.db, gone.signal)
    .transaction()
    .execute(async (trx) => {
      await sql`insert into written values (1)`.execute(trx)
      gone.abort()
      await sql`insert into written values (2)`.execute(trx)
    })
  await expect(write).rejects.toThrow(StatementCancelled)
  expect((await sql`select n from written`.execute(stage.database.db)).rows).toEqual([])
})

test('a cancel request that arrives after its statement has ended does not cancel the next one of the connection', async () => {
  await using relay = holdCancels()
  await using stage = await opened('raced', 1, relay.through)
  const { db } = stage.database
  const { result: first } = await stage.abortedWhileLocked()
  await relay.held()
  await stage.unlock()
  await vi.waitFor(async () => expect(await stage.ended()).toEqual([LOCKED]), 4_000)
  const next = sql`select pg_sleep(0.2), 'next' as name`.execute(db)
  // The connection is not free before the end of the cancel request is known.
  expect(await stage.ended()).toEqual([LOCKED])
  relay.release()
  expect((await first).rows).toHaveLength(1)
  expect((await next).rows).toMatchObject([{ name: 'next' }])
})

test('a connection is not used again when nobody knows whether its cancel request arrived', async () => {
  await using relay = holdCancels()
  await using stage = await opened('abandoned', 1, relay.through)
  const { db } = stage.database
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows
  const before = await pid()
  const { result: first } = await stage.abortedWhileLocked()
  await relay.held()
  await relay.cut()
  await stage.unlock()
  expect((await first).rows).toHaveLength(1)
  expect(await pid()).not.toEqual(before)
})

const CANCEL_CODE = 80_877_102

/** A relay in front of PostgreSQL, as a slow network would be: it forwards cancel requests after `release`, everything else at once. */
function holdCancels() {
  const sockets: Socket[] = []
  const release = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<Socket>()
  let target = { host: '', port: 0 }
  const server = createServer((client) => {
    client.once('data', async (first: Buffer) => {
      client.pause()
      if (first.readInt32BE(4) === CANCEL_CODE) {
        held.resolve(client)
        await release.promise
      }
      const upstream = connect(target.port, target.host)
      sockets.push(client, upstream)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        from.on('error', () => to.destroy()).pipe(to)
      upstream.write(first)
    })
  })
  return {
    held: async () => void (await held.promise),
    release: () => release.resolve(undefined),
    cut: async () => (await held.promise).resetAndDestroy(),
    through: async (url: string) => {
      const { hostname, port } = new URL(url)
      target = { host: hostname, port: Number(port) }
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
