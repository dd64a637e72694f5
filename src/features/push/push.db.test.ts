import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVapidPair } from '#platform/push/vapid.ts'
import { loadConfig } from '#platform/config/config.ts'
import { loadPushWorkerConfig } from '#platform/config/push.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { createPushWorker } from '#platform/push/worker-server.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'

let app: TestApp
let dana: TestUser
let service: PushService
beforeAll(async () => {
  app = await testApp(PUSH_ENVIRONMENT)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  service = await startPushService()
  dana = await app.user('Dana')
})
afterEach(() => service[Symbol.asyncDispose]())

const AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const subscribe = (user: TestUser, body: unknown) => user.post('/api/push/subscribe', body, { 'user-agent': AGENT })
const devices = async (user: TestUser) => replyOf(await user.get('/api/push/subscriptions'))

describe('subscribe', () => {
  test('returns the public key; without one it is null and subscribing is rejected', async () => {
    expect(await dana.get('/api/push/public-key')).toMatchObject({
      body: { ok: true, public_key: PUSH_ENVIRONMENT.VAPID_PUBLIC_KEY },
    })
    await using off = await testApp()
    const noa = await off.user('Noa')
    expect(await noa.get('/api/push/public-key')).toMatchObject({ body: { ok: true, public_key: null } })
    expect(await noa.post('/api/push/subscribe', service.browser('x'))).toMatchObject({
      status: 409,
      body: { code: 'push_disabled' },
    })
  })

  test('a device is listed by name and hash; its endpoint is in no response', async () => {
    const browser = service.browser('phone')
    const answer = await subscribe(dana, { ...browser, expirationTime: null })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(replyOf(answer).endpoint_hash).toMatch(/^[0-9a-f]{32}$/)
    const list = await dana.get('/api/push/subscriptions')
    expect(list.body).toMatchObject({
      count: 1,
      subscriptions: [{ device: 'Chrome, Android', last_ok_at: null, last_failed_at: null, last_failure: null }],
    })
    expect(list.text).not.toContain(browser.endpoint)
    expect(list.text).not.toContain(browser.keys.auth)
  })

  test('a browser that subscribes again on each start stays one device', async () => {
    const browser = service.browser('phone')
    await subscribe(dana, browser)
    await subscribe(dana, browser)
    expect(await devices(dana)).toMatchObject({ count: 1 })
  })

  test('a browser that changes users no longer gets reminders of the previous user', async () => {
    const browser = service.browser('shared')
    const omer = await app.user('Omer')
    await subscribe(dana, browser)
    await subscribe(omer, browser)
    expect(await devices(dana)).toMatchObject({ count: 0 })
    expect(await devices(omer)).toMatchObject({ count: 1 })
  })

  test.each([
    'http://push.example.org/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/x',
    'https://100.64.0.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://metadata.internal/x',
    'https://printer.local/x',
    'https://user:pass@push.example.org/x',
    'ftp://push.example.org/x',
    'javascript:alert(1)',
    'not a url',
    '',
  ])('only https endpoints of public hosts: %j is 400 invalid_endpoint', async (endpoint) => {
    const { keys } = service.browser('x')
    expect(await subscribe(dana, { endpoint, keys })).toMatchObject({ status: 400, body: { code: 'invalid_endpoint' } })
  })

  test.each([
    { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
    { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
    { p256dh: '***', auth: '***' },
  ])('keys that are not a browser’s are 400 invalid_keys: %j', async (keys) => {
    const { endpoint } = service.browser('x')
    expect(await subscribe(dana, { endpoint, keys })).toMatchObject({ status: 400, body: { code: 'invalid_keys' } })
  })

  test('rejects the 21st device', async () => {
    for (let i = 0; i < 20; i++) expect((await subscribe(dana, service.browser(`d${i}`))).status).toBe(200)
    expect(await subscribe(dana, service.browser('d20'))).toMatchObject({
      status: 409,
      body: { code: 'too_many_devices' },
    })
  })
})

describe('remove', () => {
  test('removes a device by its endpoint, by its hash on the settings page, and all devices', async () => {
    const [phone, laptop, tablet] = ['phone', 'laptop', 'tablet'].map((name) => service.browser(name))
    const hashes = []
    for (const browser of [phone, laptop, tablet]) hashes.push(replyOf(await subscribe(dana, browser)).endpoint_hash)
    expect(await dana.delete('/api/push/subscribe', phone)).toMatchObject({ body: { ok: true, removed: 1 } })
    expect(await dana.delete('/api/push/subscribe', phone)).toMatchObject({ body: { ok: true, removed: 0 } })
    const omer = await app.user('Omer')
    expect((await omer.post(`/settings/devices/${String(hashes[1])}/remove`)).status).toBe(404)
    expect((await dana.post(`/settings/devices/${String(hashes[1])}/remove`)).status).toBe(303)
    expect(await dana.delete('/api/push/subscriptions')).toMatchObject({ body: { ok: true, removed: 1 } })
    expect(await devices(dana)).toMatchObject({ count: 0 })
  })

  test('cleanup removes devices whose last send failed and that were not reached for 30 days', async () => {
    service.answering((device, response) => {
      response.writeHead(device === 'dead' ? 500 : 201).end()
      return true
    })
    await subscribe(dana, service.browser('dead'))
    await subscribe(dana, service.browser('alive'))
    await dana.post('/api/push/test')
    expect(await dana.post('/api/push/subscriptions/cleanup')).toMatchObject({ body: { removed: 0 } })
    const longAgo = new Date(app.clock.now.getTime() - 31 * 86_400_000)
    await app.pool.query('update push_subscriptions set created_at = $1', [longAgo])
    expect(await dana.post('/api/push/subscriptions/cleanup')).toMatchObject({ body: { ok: true, removed: 1 } })
    expect(await devices(dana)).toMatchObject({ count: 1, subscriptions: [{ last_failure: null }] })
  })
})

describe('POST /api/push/test', () => {
  test('returns the answer of each push service and records it on the device', async () => {
    service.answering((device, response) => {
      if (device === 'good') return false
      response.writeHead(503).end()
      return true
    })
    const good = replyOf(await subscribe(dana, service.browser('good'))).endpoint_hash
    const bad = replyOf(await subscribe(dana, service.browser('bad'))).endpoint_hash
    const answer = await dana.post('/api/push/test')
    expect(answer).toMatchObject({ status: 200, body: { ok: true, sent: 1, failed: 1 } })
    expect(replyOf(answer).results).toEqual(
      expect.arrayContaining([
        { endpoint_hash: good, status: 201 },
        { endpoint_hash: bad, status: 503 },
      ]),
    )
    expect(service.received).toMatchObject([{ device: 'good', payload: { kind: 'test' } }])
    const { subscriptions } = await devices(dana)
    expect(subscriptions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ endpoint_hash: good, last_failure: null }),
        expect.objectContaining({ endpoint_hash: bad, last_failure: 'refused', last_ok_at: null }),
      ]),
    )
    for (const name of ['push_test_result', 'push_test_local_error'])
      expect(
        app.lines.some((line) => line.includes(name)),
        name,
      ).toBe(true)
  })

  test('sends nothing when the user has no device', async () => {
    expect(await dana.post('/api/push/test')).toMatchObject({ body: { ok: true, sent: 0, failed: 0, results: [] } })
  })
})

test('a separate push worker sends for clients that present the secret, and rejects others', async () => {
  const config = loadPushWorkerConfig({
    NODE_ENV: 'test',
    ...PUSH_ENVIRONMENT,
    PUSH_WORKER_SECRET: 'sixteen-characters!',
  })
  const sender = openPushSender(config.push)
  if (!sender.ready) throw new Error('not ready')
  const worker = createPushWorker(sender, config.secret).listen(0, '127.0.0.1')
  await once(worker, 'listening')
  const address = worker.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { VAPID_PRIVATE_KEY: _, ...withoutKey } = PUSH_ENVIRONMENT
  const setting = { ...withoutKey, PUSH_WORKER_URL: url }
  {
    await using apart = await testApp({ ...setting, PUSH_WORKER_SECRET: 'sixteen-characters!' })
    const noa = await apart.user('Noa')
    await noa.post('/api/push/subscribe', service.browser('apart'))
    expect(await noa.post('/api/push/test')).toMatchObject({ body: { sent: 1, failed: 0, results: [{ status: 201 }] } })
    expect(service.received).toMatchObject([{ device: 'apart', payload: { kind: 'test' } }])
  }
  await using stranger = await testApp({ ...setting, PUSH_WORKER_SECRET: 'another-long-secret' })
  const omer = await stranger.user('Omer')
  await omer.post('/api/push/subscribe', service.browser('stranger'))
  expect(await omer.post('/api/push/test')).toMatchObject({ body: { sent: 0, failed: 1, results: [{ status: 0 }] } })
  expect(stranger.lines.some((line) => line.includes('push_test_worker_error'))).toBe(true)
  sender.close()
  worker.close()
})

test('the service worker reports its steps by name only', async () => {
  expect((await dana.post('/api/push/sw-report', { step: 'shown' })).status).toBe(200)
  expect((await dana.post('/api/push/sw-report', { step: 'a note’s text' })).status).toBe(400)
})

describe('S45: a wrong VAPID pair or subject stops the start with the key’s name', () => {
  const base = { NODE_ENV: 'test', DATABASE_URL: 'postgres://x', MESSENGER_BOT_TOKEN: 'x', ...PUSH_ENVIRONMENT }
  test.each([
    {
      what: 'another pair’s private key',
      set: { VAPID_PRIVATE_KEY: newVapidPair().privateKey },
      names: 'VAPID_PRIVATE_KEY',
    },
    { what: 'a short private key', set: { VAPID_PRIVATE_KEY: 'abc' }, names: 'VAPID_PRIVATE_KEY' },
    { what: 'a public key that is no point', set: { VAPID_PUBLIC_KEY: 'abc' }, names: 'VAPID_PUBLIC_KEY' },
    { what: 'no public key', set: { VAPID_PUBLIC_KEY: '' }, names: 'VAPID_PUBLIC_KEY' },
    { what: 'no subject', set: { VAPID_SUBJECT: '' }, names: 'VAPID_SUBJECT' },
    {
      what: 'a subject without a contact address',
      set: { VAPID_SUBJECT: 'mailto:x@localhost' },
      names: 'VAPID_SUBJECT',
    },
    { what: 'a plain http subject', set: { VAPID_SUBJECT: 'http://example.org' }, names: 'VAPID_SUBJECT' },
    {
      what: 'loopback endpoints in production',
      set: { NODE_ENV: 'production', MESSENGER_BOT_NAME: 'x' },
      names: 'PUSH_TEST_ENDPOINTS',
    },
  ])('loadConfig rejects $what and names $names', ({ set, names }) => {
    expect(() => loadConfig({ ...base, ...set })).toThrow(names)
  })

  test('a valid VAPID pair starts', () => {
    expect(loadConfig(base).push).toMatchObject({ via: 'local' })
  })

  test('VAPID_SUBJECT=auto is BASE_URL, and push is off while that is not https', () => {
    const pushAt = (url: string) => loadConfig({ ...base, VAPID_SUBJECT: 'auto', BASE_URL: url }).push
    expect(pushAt('https://shelf.example.org')).toMatchObject({
      via: 'local',
      keys: { subject: 'https://shelf.example.org' },
    })
    expect(pushAt('http://localhost:3000')).toMatchObject({ via: 'off' })
    expect(pushAt('https://shelf.local')).toMatchObject({ via: 'off' })
  })
})
