import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { event } from './event.ts'
import { ensureEventPartitions } from './partitions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const tested = event('warn')<{ resource: { type: string; id: string }; count: number }>('tested_thing', 'דבר נבדק')

describe('events', () => {
  test('are logged at once and inserted in batches, with event, severity and request_id', async () => {
    const emit = app.events.emitFor('request-1')
    for (let i = 0; i < 1_200; i++) emit(tested, { resource: { type: 'thing', id: `t${i}` }, count: i })
    expect(app.lines.filter((line) => line.includes('tested_thing'))).toHaveLength(1_200)
    await app.events.flush()
    const { rows } = await app.pool.query(
      "select event, severity, request_id, fields from events where event = 'tested_thing' order by id",
    )
    expect(rows).toHaveLength(1_200)
    expect(rows).toContainEqual({
      event: 'tested_thing',
      severity: 'warn',
      request_id: 'request-1',
      fields: { resource: { type: 'thing', id: 't7' }, count: 7, msg_he: 'דבר נבדק' },
    })
  })

  test('with a text that the table rejects do not block the others', async () => {
    app.events.emitFor('request-2')(tested, { resource: { type: 'thing', id: 'a\0b\ud800c' }, count: 1 })
    await app.events.flush()
    const { rows } = await app.pool.query(
      "select fields -> 'resource' ->> 'id' as id from events where request_id = 'request-2'",
    )
    expect(rows).toEqual([{ id: 'a\ufffdb\ufffdc' }])
  })

  test('drop and count only the oldest when the buffer overflows', async () => {
    const emit = app.events.emitFor('request-3')
    const thing = { type: 'thing', id: '3' }
    for (let i = 0; i < 600; i++) emit(tested, { resource: thing, count: i })
    const flushing = app.events.flush()
    await Promise.resolve()
    for (let i = 600; i < 20_600; i++) emit(tested, { resource: thing, count: i })
    await flushing
    const { rows } = await app.pool.query("select count(*)::int as n from events where request_id = 'request-3'")
    // The first 500 were being written when they were dropped; the other 100 are lost.
    expect(rows).toEqual([{ n: 20_500 }])
    const metrics = createMetrics({ pool: app.pool, events: app.events })
    expect(await metrics.registry.metrics()).toContain('codeshelf_events_dropped_total 600')
  })

  test('have exactly the declared fields', () => {
    const emit = app.events.emitFor(null)
    // @ts-expect-error an endpoint is not among the declared fields
    emit(tested, { resource: { type: 'thing', id: '1' }, count: 1, endpoint: 'https://push.example/secret' })
  })

  test('a starting process creates its partitions while another one writes', async () => {
    await using own = await testApp()
    const emit = own.events.emitFor('busy')
    const write = async () => {
      for (let i = 0; i < 200; i++) {
        emit(tested, { resource: { type: 'thing', id: `${i}` }, count: i })
        await own.events.flush()
      }
    }
    await Promise.all([write(), ensureEventPartitions(own.db, own.clock.now)])
    await own.events.flush()
    expect((await own.pool.query('select from events')).rowCount).toBe(200)
    expect((await own.pool.query('select from events_default')).rowCount).toBe(0)
  })

  test('partitions of the days ahead are created once by two concurrent processes and take over the rows of the default', async () => {
    await Promise.all([ensureEventPartitions(app.db, app.clock.now), ensureEventPartitions(app.db, app.clock.now)])
    const { rows } = await app.pool.query(
      "select relname from pg_class where relname like 'events_2026%' and relkind = 'r' order by 1",
    )
    expect(rows).toHaveLength(8)
    expect(rows[0]).toEqual({ relname: 'events_20261115' })
  })
})
