import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { type Db, openDatabase } from '../db/pool.ts'
import { event } from './event.ts'
import { openRequestCounts } from './request-counts.ts'
import { openEventSink } from './sink.ts'

const NOW = new Date('2026-11-15T09:30:00.123Z')
const SILENT = { info: () => {}, warn: () => {}, error: () => {} }
const kinds = Array.from({ length: 12 }, (_, i) =>
  event((['info', 'warn', 'error', 'critical'] as const)[i % 4] ?? 'info')<{ n: number }>(
    `kind_${(i * 7) % 12}`,
    'דבר',
  ),
)

test('event counts equal a count over the events with four concurrent processes, repeated batches and late arrivals', async () => {
  await using clone = await cloneDatabase()
  const { url } = clone
  const processes = Array.from({ length: 4 }, (_, i) => {
    const database = openDatabase({ url, size: 1, applicationName: `sink-${i}` })
    return { database, ...unsureSink(database.db) }
  })
  const from = NOW.getTime()
  for (let round = 0; round < 6; round++) {
    for (const [i, { emit }] of processes.entries()) {
      // Three hours in steps that cross every kind of bucket, some of them long ago.
      for (let n = 0; n < 300; n++) emit(new Date(from - ((n * 37 + i * 11 + round * 997) % 10_800) * 1000), n)
    }
    await Promise.all(processes.map(({ flush }) => flush()))
  }
  const reader = openDatabase({ url, size: 1, applicationName: 'test' })
  for (const seconds of [60, 300, 3600]) {
    const { rows } = await reader.pool.query(
      `select * from (select at, coalesce(event, '*') as event, severity, count from (
           select date_bin(make_interval(secs => $1), at, 'epoch') as at, event, severity, count(*) as count from events
           group by grouping sets ((1, 2, 3), (1, 3))) each) counted
       full join (select at, event, severity, count from event_counts where seconds = $1) kept using (at, event, severity, count)
       where counted is null or kept is null`,
      [seconds],
    )
    expect(rows).toEqual([])
  }
  expect((await reader.pool.query('select from events')).rowCount).toBe(4 * 300 * 6)
  await Promise.all([reader, ...processes.map(({ database }) => database)].map((each) => each.close()))
})

/** A sink whose every third batch is written but reported as failed. */
function unsureSink(db: Db) {
  let now = new Date()
  let calls = 0
  const unsure = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if ((calls += 1) % 3 === 0) throw new Error('The database did not answer')
      return result
    },
  })
  const sink = openEventSink(unsure, SILENT, () => now)
  const emit = sink.emitFor(null)
  return {
    emit: (at: Date, n: number) => {
      now = at
      const kind = kinds[n % kinds.length]
      if (kind) emit(kind, { n })
    },
    // The second flush writes what the first left.
    flush: async () => {
      await sink.flush()
      await sink.flush()
      await sink.flush()
    },
  }
}

test('request counts of two processes add up in every bucket and are buffered while the store is away', async () => {
  await using clone = await cloneDatabase()
  const { db, pool, close } = openDatabase({ url: clone.url, size: 2, applicationName: 'test' })
  const warned: unknown[] = []
  const open = () => openRequestCounts(db, { warn: (fields) => void warned.push(fields) }, () => NOW)
  const [one, two] = [open(), open()]
  for (const ms of [3, 20, 700]) one.add({ method: 'GET', route: '/files', status: 200, ms })
  two.add({ method: 'GET', route: '/files', status: 500, ms: 9_000 })
  await pool.query('alter table request_counts rename to away')
  await Promise.all([one.flush(), two.flush()])
  expect(warned).toHaveLength(2)
  await pool.query('alter table away rename to request_counts')
  await Promise.all([one.close(), two.close()])
  const { rows } = await pool.query(
    `select seconds, requests::int, errors::int, total_ms::int, max_ms, ms_10::int, ms_25::int, ms_1000::int, ms_2500::int
     from request_counts order by 1, method`,
  )
  const sums = { requests: 4, errors: 1, total_ms: 9_723, max_ms: 9_000, ms_10: 1, ms_25: 1, ms_1000: 1, ms_2500: 0 }
  // Once for the route and once for the total.
  expect(rows).toEqual([60, 60, 300, 300, 3600, 3600].map((seconds) => ({ seconds, ...sums })))
  await close()
})
