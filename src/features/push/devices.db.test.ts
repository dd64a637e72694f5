import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp } from '../../../test/app.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { raceForLastSlot } from '../../../test/row-lock.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'

let app: TestApp
let service: PushService
beforeAll(async () => {
  app = await testApp(PUSH_ENVIRONMENT)
  service = await startPushService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

test('the settings list each device with its last success or failure', async () => {
  const dana = await app.user('Dana')
  expect((await dana.page('/settings/notifications')).text).toContain('No device shows reminders yet')
  const added = await dana.post('/api/push/subscribe', service.browser('laptop'), { 'user-agent': CHROME })
  const hash = replyOf(added).endpoint_hash
  const fresh = (await dana.page('/settings/notifications')).text
  expect(fresh).toContain('Chrome, Linux')
  expect(fresh).toContain('Nothing was sent to it yet')
  expect(fresh).toContain(`data-device="${hash}"`)

  expect((await dana.post(`/settings/devices/${hash}/test`)).status).toBe(303)
  expect((await dana.page('/settings/notifications')).text).toContain('Last notification:')
  app.advance(60)
  service.answering((_, response) => {
    response.writeHead(500).end()
    return true
  })
  await dana.post(`/settings/devices/${hash}/test`)
  expect((await dana.page('/settings/notifications')).text).toContain('the push service refused')
  // The endpoint must never appear on a page.
  expect((await dana.page('/settings/notifications')).text).not.toContain(`127.0.0.1:${service.port}`)

  expect((await dana.post(`/settings/devices/${hash}/remove`)).status).toBe(303)
  expect((await dana.page('/settings/notifications')).text).toContain('No device shows reminders yet')
})

test('subscribe rejects the 21st device under concurrent requests', async () => {
  const noa = await app.user('Noa')
  await app.pool.query(
    `insert into push_subscriptions (user_id, endpoint_hash, endpoint, host, p256dh, auth, device, created_at)
     select $1, lpad(n::text, 32, '0'), 'https://push.test/' || n, 'push.test', 'p', 'a', 'd', now() from generate_series(1, 19) n`,
    [noa.id],
  )
  const subscribe = (name: string) => () => noa.post('/api/push/subscribe', service.browser(name))
  const answers = await raceForLastSlot(app.pool, 'push_subscriptions', [subscribe('x'), subscribe('y')])
  expect(answers.filter(({ status }) => status < 400)).toHaveLength(1)
  expect(answers[1]).toMatchObject({ status: 409, body: { code: 'too_many_devices', max: 20 } })
  expect(replyOf(await noa.get('/api/push/subscriptions')).count).toBe(20)
})

test('the settings explain that push is off and offer no subscription', async () => {
  await using off = await testApp()
  const dana = await off.user('Dana')
  const { text } = await dana.page('/settings/notifications')
  expect(text).toContain('Push notifications are off')
  expect(text).not.toContain('push/this-device')
})
