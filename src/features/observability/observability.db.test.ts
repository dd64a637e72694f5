import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { event } from '#platform/events/event.ts'
import { addSeconds } from '#base/time.ts'
import { deleteExpired } from './service/forget.ts'

const quiet = event('info')<{ n: number }>('quiet_thing', 'דבר שקט')
const failed = event('error')<{ n: number }>('failed_thing', 'דבר שנכשל')
const warned = event('warn')<{ resource: { type: string; id: string } }>('push_send_error', 'שליחת התראה נכשלה')

const anId: unknown = expect.stringMatching(/^[0-9a-f]{32}$/)
const toThePage: unknown = expect.stringContaining('/admin/observability?start_time=')

let app: TestApp
let noa: TestUser
const aggregate = async (query: string) => replyOf(await noa.get(`/api/observability/aggregations?${query}`))
const series = async (query: string) => replyOf(await noa.get(`/api/observability/timeseries?${query}`))
const replay = async (query: string) => replyOf(await noa.get(`/api/observability/replay?${query}`))

beforeAll(async () => {
  app = await testApp({ ALERTS_WEBHOOK_SECRET: 'what-alertmanager-knows' })
  noa = await app.user('Noa', 'admin')
  const until = app.clock.now
  const emit = app.events.emitFor('request-1')
  // Ten minutes with an info event each second, an error each minute, and one warning.
  app.advance(-600)
  for (let i = 0; i < 600; i++, app.advance(1)) {
    emit(quiet, { n: i })
    if (i % 60 === 30) emit(failed, { n: i })
  }
  emit(warned, { resource: { type: 'note', id: 'x' } })
  app.clock.now = until
  await app.events.flush()
  await app.visitor().post(
    '/api/observability/alerts/webhook',
    {
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'Slow', severity: 'critical' },
          startsAt: addSeconds(until, -240).toISOString(),
        },
      ],
    },
    { authorization: 'Bearer what-alertmanager-knows' },
  )
  await app.events.flush()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('GET /api/observability/aggregations', () => {
  test('sums the events of the window by severity and name', async () => {
    const body = await aggregate('timerange=1h')
    expect(body).toMatchObject({ ok: true, summary: { by_severity: { warn: 1, error: 10, critical: 0 } } })
    expect(body.top_events).toEqual(
      expect.arrayContaining([
        { event: 'quiet_thing', severity: 'info', count: 600 },
        { event: 'failed_thing', severity: 'error', count: 10 },
      ]),
    )
  })

  test('lists the slowest endpoints by route pattern', async () => {
    const own = await testApp()
    const dana = await own.user('Dana')
    for (let i = 0; i < 3; i++) await dana.get('/api/files')
    await dana.get('/api/files/0190f000000070008000000000000000')
    await dana.get('/nowhere/at/all')
    const admin = await own.user('Noa', 'admin')
    await own.app.inject('/readyz')
    const before = await admin.get('/api/observability/aggregations')
    expect(replyOf(before).top_slow_endpoints).toEqual([])
    // Closing flushes the counters to the database.
    await own.app.close()
    const { rows } = await own.pool.query<{ route: string }>(
      `select method, route, requests::int, errors::int, max_ms, (ms_10 + ms_25 + ms_50 + ms_100 + ms_250 + ms_500 + ms_1000 + ms_2500)::int as spread
       from request_counts where seconds = 3600 order by route`,
    )
    const routes = new Map(rows.map((row) => [row.route, row]))
    expect(routes.get('/api/files')).toMatchObject({ method: 'GET', requests: 3, errors: 0, spread: 3 })
    expect(routes.get('/api/files/:id')).toMatchObject({ requests: 1 })
    expect(routes.get('unknown')).toMatchObject({ requests: 1 })
    expect(routes.get('/readyz')).toBeUndefined()
    await own[Symbol.asyncDispose]()
  })
})

describe('GET /api/observability/timeseries', () => {
  const points = async (query: string) => (await series(query)).data

  test('returns a point for every interval of the window, including empty ones', async () => {
    const { data, ...body } = await series('metric=events_count&granularity=1m&timerange=1h&severity=error')
    expect(body).toEqual({ ok: true, metric: 'events_count', granularity_seconds: 60 })
    expect(data).toHaveLength(61)
    expect(data[0]).toEqual({ t: '2026-11-15T08:30:00.000+00:00', v: 0 })
    expect(data.reduce((sum, { v }) => sum + (v ?? Number.NaN), 0)).toBe(10)
  })

  test.each(['1m', '5m', '1h', '1d'])('returns the same sum at granularity %s', async (granularity) => {
    const data = await points(`metric=events_count&granularity=${granularity}&severity=error`)
    expect(data.reduce((sum, { v }) => sum + (v ?? 0), 0)).toBe(10)
  })

  test('counts alerts at their start time', async () => {
    const data = await points('metric=alerts_count&timerange=1h&granularity=5m')
    expect(data.filter(({ v }) => v !== 0)).toEqual([{ t: '2026-11-15T09:25:00.000+00:00', v: 1 }])
  })

  test('computes response_time, error_rate and requests_per_minute from requests, and returns null without any', async () => {
    await app.pool.query(
      `insert into request_counts select seconds, date_bin(make_interval(secs => seconds), '2026-11-15T09:10:00Z', 'epoch'), method, route,
         20, 5, 1000, 400, 10, 0, 5, 0, 0, 5, 0, 0 from (values (60), (300), (3600)) as b (seconds), (values ('GET', '/x'), ('*', '*')) as r (method, route)`,
    )
    const value = async (metric: string, t: string) =>
      (await points(`metric=${metric}&granularity=5m&timerange=1h`)).find((point) => point.t.includes(t))?.v
    expect(await value('response_time', 'T09:10')).toBe(50)
    expect(await value('error_rate', 'T09:10')).toBe(25)
    expect(await value('requests_per_minute', 'T09:10')).toBe(4)
    expect(await value('response_time', 'T09:05')).toBeNull()
    expect(await value('requests_per_minute', 'T09:05')).toBe(0)
    expect(await aggregate('timerange=1h')).toMatchObject({
      top_slow_endpoints: [
        { method: 'GET', route: '/x', requests: 20, errors: 5, avg_ms: 50, p95_ms: 400, max_ms: 400 },
      ],
    })
  })

  test.each([
    ['', 'invalid_input', 'metric'],
    ['metric=mood', 'invalid_input', 'metric'],
    ['metric=error_rate&granularity=2m', 'invalid_input', 'granularity'],
    ['metric=error_rate&granularity=1m&timerange=30d', 'granularity_too_fine', 'granularity'],
  ])('%s is 400 %s', async (query, code, field) => {
    expect(await noa.get(`/api/observability/timeseries?${query}`)).toMatchObject({
      status: 400,
      body: { code, field },
    })
  })

  test('chooses a default granularity that retention still covers', async () => {
    const window = 'start_time=2026-10-01T00:00:00Z&end_time=2026-10-01T01:00:00Z'
    expect(await series(`metric=events_count&${window}`)).toMatchObject({ granularity_seconds: 3600 })
    expect(await series('metric=events_count&timerange=30d')).toMatchObject({ granularity_seconds: 3600 })
  })
})

describe('GET /api/observability/replay', () => {
  test('lists alerts and events above info in chronological order', async () => {
    const body = await replay('timerange=1h')
    expect(body).toMatchObject({
      ok: true,
      window: { start_time: '2026-11-15T08:30:00.124+00:00', end_time: '2026-11-15T09:30:00.124+00:00' },
      counts: { total: 12, events: 11, alerts: 1, by_severity: { info: 0, warn: 1, error: 10, critical: 0 } },
      next_cursor: null,
    })
    expect(body.events).toHaveLength(12)
    const times = body.events.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted())
    expect(body.events.find(({ type }) => type === 'alert')).toMatchObject({
      title: 'Slow',
      severity: 'critical',
      link: toThePage,
    })
    expect(body.events.at(-1)).toEqual({
      id: anId,
      timestamp: '2026-11-15T09:30:00.123+00:00',
      type: 'push_send_error',
      severity: 'warn',
      title: 'Push send error',
      summary: 'resource: note x',
      link: toThePage,
      metadata: { resource: { type: 'note', id: 'x' }, request_id: 'request-1' },
    })
  })

  test('uses the Hebrew sentence of an event as its title', async () => {
    const answer = await noa.get('/api/observability/replay?severity=warn', { 'accept-language': 'he' })
    expect(replyOf(answer).events).toMatchObject([{ title: 'שליחת התראה נכשלה' }])
  })

  test('paginates without losing or repeating an item', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const body = await replay(`timerange=1h&info=true&limit=100${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.events.map(({ id }) => id))
      cursor = body.next_cursor ?? ''
    } while (cursor)
    const total = ((await app.pool.query('select from events')).rowCount ?? 0) + 1
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
  })

  test.each([
    ['severity=error', 10],
    ['severity=critical', 1],
    ['type=quiet_thing', 600],
    ['type=alert', 1],
    ['q=failed', 10],
    ['q=slow', 1],
    [`q=${encodeURIComponent('שליחת')}`, 1],
    ['q=quiet', 0],
    ['q=quiet&info=true', 600],
    ['type=never_happened', 0],
    ['type=quiet_thing&severity=error', 0],
  ])('%s finds %i', async (query, found) => {
    const body = await replay(`timerange=1h&${query}`)
    expect(body.counts).toMatchObject({ total: found })
    expect(body.events).toHaveLength(Math.min(found, 200))
  })

  test.each([
    ['cursor=nonsense', 'invalid_cursor', 'cursor'],
    ['limit=501', 'invalid_input', 'limit'],
    ['info=perhaps', 'invalid_input', 'info'],
    ['q=', 'invalid_input', 'q'],
  ])('%s is 400 %s', async (query, code, field) => {
    expect(await noa.get(`/api/observability/replay?${query}`)).toMatchObject({ status: 400, body: { code, field } })
  })
})

describe('GET /api/observability/export', () => {
  const Exported = z.object({
    events: z.array(z.unknown()),
    counts: z.object({ total: z.number() }),
    timeseries: z.array(z.object({ metric: z.string() })),
  })
  const Line = z.looseObject({ kind: z.string() })

  test('returns one JSON document with all of the above', async () => {
    const answer = await noa.get('/api/observability/export?timerange=1h&info=true')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
    })
    const { body } = answer
    expect(answer.headers['content-disposition']).toContain('attachment; filename="observability-2026-11-15')
    expect(body).toMatchObject({
      ok: true,
      window: { end_time: '2026-11-15T09:30:00.124+00:00' },
      alerts: [{ name: 'Slow' }],
    })
    const { events, counts, timeseries } = Exported.parse(body)
    expect(events).toHaveLength(counts.total)
    expect(timeseries).toHaveLength(5)
  })

  test('returns one line per item and a last line with the count', async () => {
    const { text } = await noa.get('/api/observability/export?timerange=1h&format=ndjson')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)))
    expect(lines[0]).toMatchObject({ kind: 'head', ok: true })
    expect(lines.filter(({ kind }) => kind === 'event')).toHaveLength(12)
    expect(lines.at(-1)).toEqual({ kind: 'end', alerts: 1, events: 12 })
  })

  test('answers 400 to format=csv', async () => {
    expect(await noa.get('/api/observability/export?format=csv')).toMatchObject({
      status: 400,
      body: { field: 'format' },
    })
  })

  test.each(['identity', 'gzip'])('breaks the connection when reading fails half-way (%s)', async (encoding) => {
    await using own = await testApp()
    const admin = await own.user('Noa', 'admin')
    own.events.emitFor(null)(failed, { n: 1 })
    await own.events.flush()
    const { secret } = await admin.createToken('t', { scopes: ['read'] })
    await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = own.app.server.address() as AddressInfo
    const rival = new Client({ connectionString: own.config.database.url })
    await rival.connect()
    // The numbers come from other tables, so the reply starts and then waits for the events.
    await rival.query('begin')
    await rival.query('lock table events in access exclusive mode')
    const answer = await fetch(`http://127.0.0.1:${port}/api/observability/export?format=ndjson`, {
      headers: { authorization: `Bearer ${secret}`, 'accept-encoding': encoding },
    })
    expect(answer.status).toBe(200)
    await rival.query('alter table events rename to gone')
    await rival.query('commit')
    await expect(answer.text()).rejects.toThrow('terminated')
    await rival.end()
  })
})

describe('POST /api/observability/quickfix/track', () => {
  test('stores the alert, the action and the admin', async () => {
    const [alert] = replyOf(await noa.get('/api/observability/alerts')).alerts
    const body = { action_id: 'open_jobs', alert_id: alert?.id }
    expect(await noa.post('/api/observability/quickfix/track', body)).toMatchObject({ status: 200, body: { ok: true } })
    const { rows } = await app.pool.query('select action_id, alert_id, user_id from quickfix_uses')
    expect(rows).toEqual([{ action_id: 'open_jobs', alert_id: alert?.id, user_id: noa.id }])
  })

  test.each([
    [{ action_id: 'open_jobs', alert_id: '0190f000000070008000000000000000' }, 404, 'alert_not_found'],
    [{ action_id: 'open_jobs', alert_id: 'x' }, 404, 'alert_not_found'],
    [{ action_id: '', alert_id: 'x' }, 400, 'invalid_input'],
    [{ action_id: 'a b', alert_id: 'x' }, 400, 'invalid_input'],
    [{ action_id: 'open_jobs' }, 400, 'invalid_input'],
    [{ action_id: 'open_jobs', alert_id: 'x', more: 1 }, 400, 'invalid_input'],
  ])('%j is %i %s', async (body, status, code) => {
    expect(await noa.post('/api/observability/quickfix/track', body)).toMatchObject({ status, body: { code } })
  })
})

test('every observability route is for admins only', async () => {
  const dana = await app.user('Dana')
  for (const path of ['alerts', 'aggregations', 'timeseries?metric=events_count', 'replay', 'export'])
    expect(await dana.get(`/api/observability/${path}`)).toMatchObject({ status: 403, body: { code: 'admin_only' } })
  expect((await dana.post('/api/observability/quickfix/track', {})).status).toBe(403)
})

test('expired rows are deleted, the finest buckets first', async () => {
  await using own = await testApp()
  own.events.emitFor(null)(quiet, { n: 1 })
  await own.events.flush()
  const left = async (days: number) => {
    await deleteExpired(own.db, addSeconds(own.clock.now, days * 86_400), AbortSignal.timeout(5_000))
    const { rows } = await own.pool.query<{ seconds: number }>('select distinct seconds from event_counts order by 1')
    return rows.map(({ seconds }) => seconds)
  }
  expect(await left(8)).toEqual([60, 300, 3600])
  expect(await left(10)).toEqual([300, 3600])
  expect(await left(40)).toEqual([3600])
  expect(await left(90)).toEqual([3600])
  expect(await left(92)).toEqual([])
})
