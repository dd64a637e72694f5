import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { startPostgres } from '../../../tools/postgres.ts'
import { openDatabase } from './pool.ts'

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
      vi.waitFor(cancel, { timeout: 4_000 }),
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
