import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { addSeconds } from '#base/time.ts'

const SECRET = 'what-alertmanager-knows'
const WEBHOOK = '/api/observability/alerts/webhook'
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

let app: TestApp
let noa: TestUser
beforeAll(async () => {
  app = await testApp({ ALERTS_WEBHOOK_SECRET: SECRET })
  noa = await app.user('Noa', 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())

type SentAlert = {
  labels?: Record<string, string>
  status?: string
  startsAt?: string
  endsAt?: string
  fingerprint?: string
}

/** The body that Alertmanager 0.28 posts. */
function call(...alerts: (SentAlert & { annotations?: Record<string, string> })[]) {
  return {
    receiver: 'codeshelf',
    status: 'firing',
    alerts: alerts.map((alert) => ({
      status: 'firing',
      labels: { alertname: 'HighErrorRate', severity: 'critical', job: 'web' },
      annotations: { summary: 'Many answers are errors' },
      startsAt: '2026-11-15T09:12:26.739266876Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus:9090/graph?g0.expr=up',
      fingerprint: '7c1d7a8d8d2b1f0e',
      ...alert,
    })),
    groupLabels: { alertname: 'HighErrorRate' },
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager:9093',
    version: '4',
    groupKey: '{}:{alertname="HighErrorRate"}',
    truncatedAlerts: 0,
  }
}

const anId: unknown = expect.stringMatching(/^[0-9a-f]{32}$/)
const naming: unknown = expect.stringContaining('ALERTS_WEBHOOK_SECRET')
const postAlerts = (body: unknown, secret = SECRET) => app.visitor().post(WEBHOOK, body, bearer(secret))
const events = async (name: string) => {
  await app.events.flush()
  return (
    await app.pool.query<{ fields: unknown }>('select fields from events where event = $1 order by at, id', [name])
  ).rows
}

describe('Alertmanager webhook', () => {
  test('stores a firing alert with its texts and emits alert_received', async () => {
    expect(await postAlerts(call({}))).toMatchObject({ status: 200, body: { ok: true, received: 1 } })
    const { alerts, ...body } = replyOf(await noa.get('/api/observability/alerts'))
    expect(body).toEqual({ ok: true, total: 1, page: 1, per_page: 50 })
    expect(alerts).toEqual([
      {
        id: anId,
        timestamp: '2026-11-15T09:12:26.739+00:00',
        name: 'HighErrorRate',
        severity: 'critical',
        summary: 'Many answers are errors',
        type: 'web',
        source: 'alertmanager',
        status: 'firing',
        tags: ['alertname=HighErrorRate', 'job=web', 'severity=critical'],
        metadata: {
          summary: 'Many answers are errors',
          receiver: 'codeshelf',
          external_url: 'http://alertmanager:9093',
          generator_url: 'http://prometheus:9090/graph?g0.expr=up',
          ended_at: null,
          received_at: '2026-11-15T09:30:00.123+00:00',
        },
      },
    ])
    expect(await events('alert_received')).toEqual([
      {
        fields: {
          resource: { type: 'alert', id: anId },
          status: 'firing',
          alert_severity: 'critical',
          msg_he: 'התקבלה התראה ממנהל ההתראות',
        },
      },
    ])
  })

  test('updates a repeated alert, and keeps it resolved when a late notification still reports it as firing', async () => {
    await postAlerts(call({}, {}))
    await postAlerts(call({ status: 'resolved', endsAt: '2026-11-15T09:20:00Z' }))
    await postAlerts(call({}))
    const { body } = await noa.get('/api/observability/alerts')
    expect(body).toMatchObject({
      total: 1,
      alerts: [{ status: 'resolved', metadata: { ended_at: '2026-11-15T09:20:00.000+00:00' } }],
    })
  })

  test('stores another alert when it fires again later', async () => {
    await postAlerts(call({ startsAt: '2026-11-15T09:25:00+00:00' }))
    expect((await noa.get('/api/observability/alerts')).body).toMatchObject({
      total: 2,
      alerts: [{ status: 'firing' }, { status: 'resolved' }],
    })
  })

  test.each([
    ['critical', 'critical'],
    ['error', 'error'],
    ['warning', 'warn'],
    ['Warn', 'warn'],
    ['info', 'info'],
    ['page', 'warn'],
  ])('labels.severity %s is stored as %s, and the label stays in the tags', async (word, severity) => {
    await postAlerts(call({ labels: { alertname: `S ${word}.`, severity: word }, fingerprint: `severity-${word}` }))
    const { body } = await noa.get(`/api/observability/alerts?q=${encodeURIComponent(`S ${word}.`)}`)
    expect(body).toMatchObject({ total: 1, alerts: [{ severity, tags: [expect.any(String), `severity=${word}`] }] })
  })

  test('identifies an alert without a fingerprint by its labels, and shows one without annotations', async () => {
    const bare = { labels: {}, fingerprint: '', annotations: {} }
    await postAlerts(call(bare))
    await postAlerts(call(bare))
    const { body } = await noa.get('/api/observability/alerts?q=unnamed')
    expect(body).toMatchObject({ total: 1, alerts: [{ name: 'unnamed', summary: 'unnamed', type: 'alert' }] })
  })

  test('stores the other alerts of a call when one holds text that the table cannot store', async () => {
    const odd = call({ labels: { alertname: 'a\0b', severity: 'info' }, fingerprint: 'nul' }, { fingerprint: 'beside' })
    expect((await postAlerts(odd)).body).toMatchObject({ received: 2 })
  })

  test('accepts the same alerts from two concurrent managers without a deadlock', async () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ fingerprint: `both-${i}`, labels: { alertname: 'Both' } }))
    const answers = await Promise.all([postAlerts(call(...many)), postAlerts(call(...many.toReversed()))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(replyOf(await noa.get('/api/observability/alerts?q=Both')).total).toBe(60)
  })
})

describe('Alertmanager webhook refusals', () => {
  test('answers 401 without the secret and does not parse the body', async () => {
    for (const secret of ['', 'wrong', `${SECRET}x`, 'csk_wrong'])
      expect(await postAlerts('nonsense', secret)).toMatchObject({
        status: 401,
        body: { code: 'invalid_webhook_secret' },
      })
    expect((await app.visitor().post(WEBHOOK, call({}))).status).toBe(401)
    // An admin session does not replace the secret.
    expect((await noa.post(WEBHOOK, call({}))).status).toBe(401)
    const { secret } = await noa.createToken('t')
    expect(secret).toMatch(/^csk_/)
    expect(await postAlerts(call({}), secret)).toMatchObject({
      status: 401,
      body: { code: 'invalid_webhook_secret' },
    })
  })

  test('refuses every call while no secret is configured', async () => {
    await using open = await testApp()
    for (const headers of [{}, bearer(''), bearer('undefined'), bearer('null')])
      expect(await open.visitor().post(WEBHOOK, call({}), headers)).toMatchObject({
        status: 503,
        body: { code: 'alerts_webhook_off', message: naming },
      })
  })

  test('answers 400 to an unreadable body and emits alerts_parse_error', async () => {
    const raw = (payload: string) =>
      app.visitor().raw({
        method: 'POST',
        url: WEBHOOK,
        payload,
        headers: { ...bearer(SECRET), 'content-type': 'application/json' },
      })
    for (const payload of ['', '[]', 'null', '{broken'])
      expect(await raw(payload)).toMatchObject({ status: 400, body: { code: 'invalid_payload' } })
    expect(await postAlerts({ alerts: [{ status: 'firing', startsAt: 'yesterday' }] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_alerts', field: 'alerts.0.startsAt' },
    })
    expect(await events('alerts_parse_error')).toHaveLength(5)
  })
})

describe('GET /api/observability/alerts', () => {
  const list = (query: string) => noa.get(`/api/observability/alerts?${query}`)

  test('filters by severity, type and search words, and paginates', async () => {
    await postAlerts(call(...Array.from({ length: 5 }, (_, i) => page(i))))
    expect((await list('type=paging')).body).toMatchObject({ total: 5 })
    expect((await list('type=paging&severity=warn')).body).toMatchObject({ total: 0, alerts: [] })
    const names = async (at: number) =>
      replyOf(await list(`type=paging&per_page=2&page=${at}`)).alerts.map(({ name }) => name)
    expect([await names(1), await names(2), await names(3), await names(4)]).toEqual([
      ['P4', 'P3'],
      ['P2', 'P1'],
      ['P0'],
      [],
    ])
  })

  const page = (i: number) => ({
    labels: { alertname: `P${i}`, severity: 'error', type: 'paging' },
    startsAt: addSeconds(app.clock.now, i - 60).toISOString(),
    fingerprint: `page-${i}`,
  })

  test('lists firing alerts whatever their age, and resolved alerts only inside the window', async () => {
    const old = (name: string, more: SentAlert) => ({
      labels: { alertname: name, type: 'old' },
      startsAt: '2026-11-12T00:00:00Z',
      fingerprint: name,
      ...more,
    })
    await postAlerts(call(old('Still', {}), old('Over', { status: 'resolved', endsAt: '2026-11-12T01:00:00Z' })))
    expect((await list('type=old&timerange=1h')).body).toMatchObject({ total: 1, alerts: [{ name: 'Still' }] })
    const then = 'start_time=2026-11-12T00:30:00Z&end_time=2026-11-12T00:40:00Z'
    expect((await list(`type=old&${then}`)).body).toMatchObject({ total: 2 })
  })

  test.each([
    ['timerange=2h', 'invalid_input', 'timerange'],
    ['severity=loud', 'invalid_input', 'severity'],
    ['per_page=201', 'invalid_input', 'per_page'],
    ['per_page=0', 'invalid_input', 'per_page'],
    ['page=0', 'invalid_input', 'page'],
    ['page=x', 'invalid_input', 'page'],
    ['nonsense=1', 'invalid_input', 'nonsense'],
    ['start_time=yesterday&end_time=2026-11-15T00:00:00Z', 'invalid_input', 'start_time'],
    ['start_time=2026-11-15T00:00:00Z', 'invalid_window', 'end_time'],
    ['end_time=2026-11-15T00:00:00Z', 'invalid_window', 'start_time'],
    ['start_time=2026-11-15T00:00:00Z&end_time=2026-11-14T00:00:00Z', 'invalid_window', 'end_time'],
    ['start_time=2026-11-14T00:00:00Z&end_time=2026-11-15T00:00:00Z&timerange=1h', 'invalid_window', 'timerange'],
    ['start_time=2020-11-14T00:00:00Z&end_time=2026-11-15T00:00:00Z', 'beyond_retention', 'start_time'],
  ])('%s is 400 %s', async (query, code, field) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { ok: false, code, field } })
  })
})
