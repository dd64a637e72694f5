import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../../test/app.ts'

let app: TestApp
let noa: TestUser
beforeAll(async () => {
  app = await testApp({ ALERTS_WEBHOOK_SECRET: 'what-alertmanager-knows' })
  noa = await app.user('Noa', 'admin')
  const alerts = Array.from({ length: 25 }, (_, i) => ({
    status: 'firing',
    labels: { alertname: `Worker ${i}`, severity: 'warning' },
    annotations: {
      summary: '<b>late</b>',
      runbook_url: i === 0 ? 'javascript:alert(1)' : 'https://runbooks.example/x',
    },
    startsAt: `2026-11-15T09:00:${String(i).padStart(2, '0')}Z`,
  }))
  const secret = { authorization: 'Bearer what-alertmanager-knows' }
  await app.visitor().post('/api/observability/alerts/webhook', { alerts }, secret)
})
afterAll(() => app[Symbol.asyncDispose]())

const page = (query = '', extra = {}) => noa.page(`/admin/observability${query}`, { 'accept-language': 'en', ...extra })

test('the page renders numbers, bars, alerts and replay without script', async () => {
  const { status, text } = await page('?timerange=6h')
  expect(status).toBe(200)
  for (const words of [
    'Alerts firing',
    'Worker 24',
    '&lt;b>late&lt;/b>',
    '<path d="M',
    'Most frequent events',
    '25 of 25',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('href="javascript:')
  expect((await page('', { 'accept-language': 'he' })).text).toContain('התראות פעילות')
})

test('alerts are paginated, and every link keeps the filters', async () => {
  const { text } = await page('?timerange=6h&severity=warn')
  expect(text).toContain('/admin/observability?timerange=6h&amp;severity=warn&amp;page=2#alerts')
  const second = await page('?page=2')
  expect(second.text).toContain('Worker 4')
  expect(second.text).not.toContain('<bdi>Worker 24</bdi></h3>')
})

test.each([
  ['?start_time=2026-11-15T09:00', 'both a start and an end'],
  ['?start_time=2026-11-15T09:00&end_time=2026-11-15T08:00', 'The end comes before the start'],
  ['?start_time=2020-11-15T09:00&end_time=2026-11-15T08:00', 'kept for 90 days'],
  ['?timerange=2h', 'not valid'],
  ['?cursor=nonsense', 'not valid'],
  ['?severity=loud', 'not valid'],
])('%s shows the last day and the reason', async (query, words) => {
  const { status, text } = await page(query)
  expect(status).toBe(200)
  expect(text).toContain(words)
  expect(text).toContain('Worker 24')
})

test('empty form fields are ignored', async () => {
  const { text } = await page('?timerange=6h&severity=&type=&q=')
  expect(text).not.toContain('not valid')
})

test('a quick fix redirects to its page and is recorded, and one that the alert does not offer is refused', async () => {
  const { rows } = await app.pool.query<{ id: string }>("select id from alerts where name = 'Worker 24'")
  const send = (action: string) =>
    noa.form('/admin/observability/quickfix', { alert_id: String(rows[0]?.id), action_id: action })
  expect(await send('open_jobs')).toMatchObject({ status: 303, headers: { location: '/admin/jobs' } })
  expect((await page()).text).toContain('Tried')
  expect((await send('verify_indexes')).status).toBe(400)
})

test('the page shows a notice that no alert can arrive when no secret is configured', async () => {
  await using own = await testApp()
  const admin = await own.user('Noa', 'admin')
  const { text } = await admin.page('/admin/observability', { 'accept-language': 'en' })
  expect(text).toContain('ALERTS_WEBHOOK_SECRET')
  expect(text).toContain('No alerts')
  expect(text).toContain('Nothing happened')
})
