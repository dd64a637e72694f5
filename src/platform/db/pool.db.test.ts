import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase } from './pool.ts'

/** Longer than vi.waitFor's own second, which a busy machine exceeds. */
const WAIT = { timeout: 30_000 }

test('a write whose wait for the standby was cancelled is an error, because a failover may lose it', async () => {
  await using postgres = await startPostgres({
    settings: { synchronous_standby_names: 'absent', synchronous_commit: 'on' },
  })
  const database = openDatabase({ url: postgres.url('postgres'), size: 2, applicationName: 'test' })
  try {
    const write = sql`create table written (n int)`.execute(database.db)
    const cancel = async () => {
      const { rows } = await database.pool.query<{ cancelled: boolean }>(
        "select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'SyncRep'",
      )
      expect(rows).toEqual([{ cancelled: true }])
    }
    await Promise.all([
      expect(write).rejects.toThrow('The standby did not confirm this write'),
      vi.waitFor(cancel, WAIT),
    ])
  } finally {
    await database.close()
  }
})

test('another warning of the server is not an error', async () => {
  await using clone = await cloneDatabase()
  const database = openDatabase({ url: clone.url, size: 1, applicationName: 'test' })
  try {
    await sql`do $$ begin raise warning 'a server of the cluster was slow'; end $$`.execute(database.db)
  } finally {
    await database.close()
  }
})

test('a statement that waits for the connection of one that ended with FATAL runs on a new connection', async () => {
  await using clone = await cloneDatabase()
  const database = openDatabase({ url: clone.url, size: 1, applicationName: 'ended-with-fatal' })
  const other = openDatabase({ url: clone.url, size: 1, applicationName: 'test' })
  try {
    // Both connect first: the statement has five seconds, in which it must be found.
    await Promise.all([sql`select 1`.execute(database.db), other.pool.query('select 1')])
    const ended = sql`select pg_sleep(30)`.execute(database.db)
    const next = sql`select 1 as one`.execute(database.db)
    const terminate = async () => {
      const { rows } = await other.pool.query(
        "select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'ended-with-fatal' and state = 'active'",
      )
      expect(rows).toEqual([{ ended: true }])
    }
    await Promise.all([expect(ended).rejects.toThrow('terminating connection'), vi.waitFor(terminate, WAIT)])
    expect((await next).rows).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await other.close()
  }
})

test('a statement after the server ended its idle transaction fails with that reason', async () => {
  await using clone = await cloneDatabase()
  const database = openDatabase({ url: clone.url, size: 1, applicationName: 'test' })
  try {
    const idle = database.db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 20`.execute(trx)
      // A busy server may end it later than after one pause.
      for (let i = 0; i < 100; i++) {
        await sleep(100)
        await sql`select 1`.execute(trx)
      }
    })
    await expect(idle).rejects.toMatchObject({ code: '25P03' })
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  } finally {
    await database.close()
  }
})

test('a query waits for a connection as long as connectTimeoutMs', async () => {
  await using clone = await cloneDatabase()
  const open = (connectTimeoutMs: number) =>
    openDatabase({ url: clone.url, size: 1, applicationName: 'test', connectTimeoutMs })
  const [impatient, patient] = [open(500), open(COMMAND_CONNECT_TIMEOUT_MS)]
  try {
    const held = await patient.pool.connect()
    const waiting = sql`select 1 as one`.execute(patient.db)
    // Connects once, or the wait for the server could end it.
    const taken = await vi.waitFor(() => impatient.pool.connect(), WAIT)
    await expect(sql`select 1`.execute(impatient.db)).rejects.toThrow('timeout exceeded when trying to connect')
    taken.release()
    held.release()
    expect((await waiting).rows).toEqual([{ one: 1 }])
  } finally {
    await impatient.close()
    await patient.close()
  }
})
