import { expect, test } from 'vitest'
import { chat, json, message, startAiProvider } from '../../../test/ai-provider.ts'
import { replyOf, testApp } from '../../../test/app.ts'
import { MAX_CONTEXT_CHARS } from './explanation.ts'

const ALERT = { id: '7', name: 'CodeshelfDatabasePoolWaiting', severity: 'error', summary: 'waiting for a connection' }
const GOOD = { root_cause: 'A lock.', actions: ['Find it', 'End it'], signals: ['pg_locks'] }
const WEB = 'http://127.0.0.1:1'
const settings = (url: string) => ({
  AI_PROVIDER: 'openai',
  AI_BASE_URL: `${url}/v1`,
  AI_MODEL: 'm',
  AI_API_KEY: 'the-key-of-ours',
})
const english = { 'accept-language': 'en' }

test('without a provider rules answer in the reader’s language, with a notice', async () => {
  await using app = await testApp()
  const noa = await app.user('Noa', 'admin')
  const answer = await noa.post('/api/observability/alerts/ai_explain', { alert: ALERT }, english)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      ok: true,
      explanation: {
        provider: 'rules',
        cached: false,
        generated_at: '2026-11-15T09:30:00.123+00:00',
      },
    },
  })
  const { explanation, notice } = replyOf(answer)
  expect(explanation.root_cause).toContain('connection is taken')
  expect(notice).toContain('No AI provider is configured')
  expect(Object.keys(explanation).toSorted()).toEqual([
    'actions',
    'cached',
    'generated_at',
    'provider',
    'root_cause',
    'signals',
  ])
  expect(explanation.actions.length).toBeGreaterThan(0)
  const hebrew = await noa.post('/api/ai/explain', { context: 'job_stuck' }, { 'accept-language': 'he' })
  expect(replyOf(hebrew).explanation.root_cause).toMatch(/[א-ת]/)
  expect(replyOf(hebrew).notice).toContain('כללים')
})

test('POST /api/ai/explain allows every signed-in user ten calls a minute, and alert explanations are for admins', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  expect(await dana.post('/api/observability/alerts/ai_explain', { alert: {} })).toMatchObject({
    status: 403,
    body: { code: 'admin_only' },
  })
  const ask = async () => (await dana.post('/api/ai/explain', { context: { error: 'timeout' } })).status
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push(await ask())
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
})

test('POST /api/ai/explain refuses NUL and lone surrogates anywhere in the context', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  for (const context of ['a\0b', { a: 'a\0b' }, { a: { b: ['\ud800'] } }, { 'a\0b': 1 }])
    expect(await dana.post('/api/ai/explain', { context })).toMatchObject({
      status: 400,
      body: { code: 'invalid_text' },
    })
})

test('a provider’s answer is returned unchanged and cached for a day', async () => {
  await using stand = await startAiProvider(chat(`\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``))
  await using app = await testApp(settings(stand.url))
  const noa = await app.user('Noa', 'admin')
  const ask = async () => (await noa.post('/api/observability/alerts/ai_explain', { alert: ALERT }, english)).body
  const first = { ...GOOD, provider: 'openai', cached: false, generated_at: '2026-11-15T09:30:00.123+00:00' }
  expect(await ask()).toEqual({ ok: true, explanation: first, notice: null })
  app.advance(3_600)
  expect(await ask()).toEqual({ ok: true, explanation: { ...first, cached: true }, notice: null })
  // The same alert with another number has the same cache key.
  const other = await noa.post('/api/observability/alerts/ai_explain', { alert: { ...ALERT, id: '8' } }, english)
  expect(other.body).toMatchObject({ explanation: { cached: true } })
  expect(stand.heard).toHaveLength(1)
  // Each language has its own cache entry.
  await noa.post('/api/observability/alerts/ai_explain', { alert: ALERT }, { 'accept-language': 'he' })
  expect(stand.heard).toHaveLength(2)
  app.advance(24 * 3_600)
  expect(await ask()).toMatchObject({ explanation: { cached: false } })
  expect(stand.heard).toHaveLength(3)
  expect((await app.pool.query('select from ai_explanations')).rowCount).toBe(1)
})

test('the second provider protocol works, and only the requested sections are asked for', async () => {
  await using stand = await startAiProvider(message(JSON.stringify({ root_cause: 'A lock.' })))
  await using app = await testApp({ ...settings(stand.url), AI_PROVIDER: 'anthropic', AI_BASE_URL: stand.url })
  const noa = await app.user('Noa', 'admin')
  const answer = await noa.post('/api/ai/explain', {
    context: { event: 'job_stuck' },
    expected_sections: ['root_cause'],
  })
  expect(answer.body).toMatchObject({
    explanation: { root_cause: 'A lock.', actions: [], signals: [], provider: 'anthropic' },
  })
  expect(stand.heard[0]?.body).not.toContain('at most six short strings, what')
})

test.each([
  { trouble: 'slow', manner: () => {}, reason: 'timeout', notice: 'in time' },
  { trouble: 'failing', manner: json({}, 500), reason: 'refused', notice: 'refused' },
  { trouble: 'busy', manner: json({}, 429), reason: 'refused', notice: 'refused' },
  {
    trouble: 'speaking of something else',
    manner: chat('I would rather not.'),
    reason: 'malformed',
    notice: 'could not be read',
  },
  {
    trouble: 'leaving out a section',
    manner: chat('{"root_cause": "x"}'),
    reason: 'malformed',
    notice: 'could not be read',
  },
  { trouble: 'talking without end', manner: chat('x'.repeat(100_000)), reason: 'too_large', notice: 'too large' },
])(
  'rules answer with a notice, nothing is cached and an event is emitted when the provider is $trouble',
  async ({ manner, reason, notice }) => {
    await using stand = await startAiProvider(manner)
    // Long enough that only the provider that never answers is cut off, also on a busy machine.
    const limit = reason === 'timeout' ? { AI_TIMEOUT_SECONDS: '3' } : {}
    await using app = await testApp({ ...settings(stand.url), ...limit })
    const noa = await app.user('Noa', 'admin')
    const answer = await noa.post('/api/observability/alerts/ai_explain', { alert: ALERT }, english)
    expect(answer.status).toBe(200)
    expect(replyOf(answer).explanation).toMatchObject({ provider: 'rules', cached: false })
    expect(replyOf(answer).explanation.root_cause).toContain('connection')
    expect(replyOf(answer).notice).toContain(notice)
    expect((await app.pool.query('select from ai_explanations')).rowCount).toBe(0)
    const [event] = app.lines.filter((line) => line.includes('ai_provider_error'))
    expect(JSON.parse(event ?? '')).toMatchObject({ event: 'ai_provider_error', provider: 'openai', reason })
    stand.behave(chat(JSON.stringify(GOOD)))
    expect((await noa.post('/api/observability/alerts/ai_explain', { alert: ALERT })).body).toMatchObject({
      explanation: { provider: 'openai' },
    })
  },
)

test('the provider request contains no secret of the input, and the API key only in its header', async () => {
  await using stand = await startAiProvider(chat(JSON.stringify(GOOD)))
  await using app = await testApp(settings(stand.url))
  const noa = await app.user('Noa', 'admin')
  const secrets = [
    'csk_Zm9vYmFyYmF6cXV4MTIzNDU2',
    'dana@example.org',
    '10.1.2.3',
    'hunter2',
    '0190f000000070008000000000000000',
    'sig=abc',
  ]
  const alert = {
    name: 'request_failed',
    summary: `token csk_Zm9vYmFyYmF6cXV4MTIzNDU2 of dana@example.org from 10.1.2.3 at https://x.example/a?sig=abc`,
    metadata: { password: 'hunter2', file_id: '0190f000000070008000000000000000', user_id: 1003, baseUrl: WEB },
  }
  await noa.post('/api/observability/alerts/ai_explain', { alert })
  const [heard] = stand.heard
  for (const secret of [...secrets, '1003', 'the-key-of-ours']) expect(heard?.body).not.toContain(secret)
  expect(heard?.body).toContain('request_failed')
  const { rows } = await app.pool.query<{ kept: string }>('select explanation::text as kept from ai_explanations')
  for (const secret of secrets) expect(rows[0]?.kept).not.toContain(secret)
  for (const secret of [...secrets, 'the-key-of-ours']) expect(app.lines.join('')).not.toContain(secret)
})

test('a context that is too long, too deeply nested or empty is refused and never truncated', async () => {
  await using app = await testApp()
  const noa = await app.user('Noa', 'admin')
  const fits = { text: 'x'.repeat(MAX_CONTEXT_CHARS - '{"text":""}'.length) }
  expect((await noa.post('/api/ai/explain', { context: fits })).status).toBe(200)
  expect(await noa.post('/api/ai/explain', { context: { text: `${fits.text}x` } })).toMatchObject({
    status: 400,
    body: { code: 'context_too_long', field: 'context', max: MAX_CONTEXT_CHARS },
  })
  // The longest list that a body may have.
  for (const [url, body] of [
    ['/api/ai/explain', { context: { list: Array(9_900).fill(100) } }],
    ['/api/observability/alerts/ai_explain', { alert: { list: Array(9_900).fill(100) } }],
  ] as const)
    expect(await noa.post(url, body)).toMatchObject({ status: 400, body: { code: 'context_too_long' } })
  const deep = JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)) as object
  expect(await noa.post('/api/observability/alerts/ai_explain', { alert: deep })).toMatchObject({
    status: 400,
    body: { code: 'context_too_deep', field: 'alert', max: 20 },
  })
  for (const body of [
    {},
    { context: 7 },
    { context: '' },
    { context: 'x', expected_sections: ['poem'] },
    { context: 'x', expected_sections: [] },
    { context: 'x', expected_section: ['root_cause'] },
  ])
    expect((await noa.post('/api/ai/explain', body)).status, JSON.stringify(body)).toBe(400)
  const misspelled = { alert: ALERT, expected_sections: ['root_cause'] }
  expect((await noa.post('/api/observability/alerts/ai_explain', misspelled)).status).toBe(400)
  // An alert itself may contain any text.
  expect(
    (await noa.post('/api/observability/alerts/ai_explain', { alert: { ...ALERT, fingerprint: 'f' } })).status,
  ).toBe(200)
})
