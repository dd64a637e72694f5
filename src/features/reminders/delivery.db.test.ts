import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPushSender } from '#platform/push/sender.ts'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { type PushService, refusing, startPushService } from '../../../test/push-service.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'
import { deliverDue } from './service/deliver.ts'

let app: TestApp
let service: PushService
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp(PUSH_ENVIRONMENT)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  service = await startPushService()
  dana = await app.user('Dana')
  file = String((await dana.post('/api/files', { file_name: 'a.py', content: 'a\nb\n' })).body['file_id'])
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await app.pool.query('truncate reminders, reminder_deliveries, push_subscriptions, push_endpoints')
})

const API = '/api/sticky-notes'

async function subscribe(user: TestUser, device: string): Promise<string> {
  const answer = await user.post('/api/push/subscribe', service.browser(device))
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body['endpoint_hash'])
}

async function dueNote(content = 'לקנות חלב\nועוד', user = dana, on = file): Promise<string> {
  const note = String((await user.post(`${API}/${on}`, { content, line_start: 2 })).body['id'])
  const set = await user.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: 'Asia/Jerusalem' })
  expect(set.status, set.text).toBe(200)
  app.advance(3600)
  return note
}

async function deliver() {
  const sender = openPushSender(app.config.push)
  try {
    return await runOnce(app, (ctx) => deliverDue(ctx, sender))
  } finally {
    if (sender.ready) sender.close()
  }
}
const named = (ran: { events: { name: string }[] }, name: string) => ran.events.filter((each) => each.name === name)
const record = async (note: string) => (await dana.get(`${API}/note/${note}/reminder`)).body

describe('a due reminder', () => {
  test('is told to every device once, encrypted for it, with the first line and the place', async () => {
    await subscribe(dana, 'phone')
    await subscribe(dana, 'laptop')
    const note = await dueNote()
    const ran = await deliver()
    expect(ran.processed).toBe(2)
    expect(service.received.map(({ device }) => device).toSorted()).toEqual(['laptop', 'phone'])
    const at = (await record(note))['reminder'] as { remind_at: string }
    expect(service.received[0]?.payload).toEqual({
      kind: 'reminder',
      lang: null,
      title: 'לקנות חלב',
      body: 'a.py:2',
      url: `/file/${file}?note=${note}#L2`,
      tag: `${note}@${at.remind_at}`,
      note_id: note,
      remind_at: at.remind_at,
    })
    expect(service.received[0]?.headers).toMatchObject({ topic: note, urgency: 'high', ttl: '14400' })
    expect((await deliver()).processed).toBe(0)
    expect(service.received).toHaveLength(2)
  })

  test('its record says what was sent where and when', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    await deliver()
    expect((await record(note))['deliveries']).toMatchObject([{ status: 'sent', attempts: 1, next_at: null }])
  })

  test('is not told before its time', async () => {
    await subscribe(dana, 'phone')
    const note = String((await dana.post(`${API}/${file}`, {})).body['id'])
    await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: 'UTC' })
    await deliver()
    expect(service.received).toEqual([])
  })

  test('S12: a deleted note and a file in the trash are told to nobody', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    await dana.delete(`${API}/note/${note}`)
    await dueNote('on a trashed file')
    await dana.post(`/api/files/${file}/trash`)
    await deliver()
    expect(service.received).toEqual([])
  })

  test('none after its ack, and none for the old moment after a snooze', async () => {
    await subscribe(dana, 'phone')
    const [acked, snoozed] = [await dueNote(), await dueNote()]
    service.answering(refusing(503))
    await deliver() // both fail and wait for their second attempt
    await dana.post(`${API}/reminders/ack`, { note_id: acked })
    await dana.post(`${API}/note/${snoozed}/snooze`, { minutes: 30 })
    service.answering(() => false)
    app.advance(61)
    await deliver()
    expect(service.received).toEqual([])
    app.advance(1800)
    await deliver()
    expect(service.received.map(({ payload }) => payload['note_id'])).toEqual([snoozed])
    expect((await record(acked))['deliveries']).toMatchObject([{ status: 'cancelled' }])
  })

  test('S42: a re-arm during a send is sent again', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    service.answering((_, response) => {
      void dana
        .post(`${API}/note/${note}/reminder`, { preset: '1h', tz: 'UTC' })
        .then(() => response.writeHead(201).end())
      return true
    })
    await deliver()
    service.answering(() => false)
    app.advance(3600)
    await deliver()
    expect(service.received).toHaveLength(1)
    expect((await record(note))['deliveries']).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  })

  test('S42: two workers, one delivery', async () => {
    await subscribe(dana, 'phone')
    for (let i = 0; i < 30; i++) await dueNote(`note ${i}`)
    await Promise.all([deliver(), deliver(), deliver()])
    const told = service.received.map(({ payload }) => payload['note_id'])
    expect(told).toHaveLength(30)
    expect(new Set(told).size).toBe(30)
  })

  test('a sender that died is replaced after its time, and the record says that it may have been shown twice', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    let taken = 0
    service.answering(() => (taken += 1) > 0) // takes it and never answers: we die meanwhile
    const sender = openPushSender(app.config.push)
    void runOnce(app, (ctx) => deliverDue(ctx, sender))
    await expect.poll(() => taken).toBe(1)
    expect((await record(note))['deliveries']).toMatchObject([{ status: 'sending' }])
    service.answering(() => false)
    await deliver()
    expect(service.received, 'not while it may still be alive').toEqual([])
    app.advance(46)
    await deliver()
    expect(service.received).toHaveLength(1)
    const { rows } = await app.pool.query('select interrupted from reminder_deliveries')
    expect(rows).toEqual([{ interrupted: 1 }])
    if (sender.ready) sender.close()
  })
})

describe('S43: what goes wrong', () => {
  test('people without a subscription do not starve others', async () => {
    const omer = await app.user('Omer')
    const his = String((await omer.post('/api/files', { file_name: 'b.py', content: 'x' })).body['file_id'])
    for (let i = 0; i < 20; i++) await dueNote('alone', omer, his)
    await subscribe(dana, 'phone')
    const note = await dueNote()
    const ran = await deliver()
    expect(service.received.map(({ payload }) => payload['note_id'])).toEqual([note])
    expect(named(ran, 'push_send_no_subscriptions')).toHaveLength(20)
    expect(named(await deliver(), 'push_send_no_subscriptions')).toEqual([])
  })

  test('a failing service is retried after 1, 5, 15 and 60 minutes, then it ends with one final event', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    let asked = 0
    service.answering((_, response) => {
      asked += 1
      response.writeHead(500).end()
      return true
    })
    const finals: unknown[] = []
    for (const minutes of [0, 1, 5, 15, 60]) {
      app.advance(minutes * 60 - 1)
      await deliver()
      const before = asked
      app.advance(1)
      const ran = await deliver()
      if (minutes > 0) expect(asked, `after ${minutes} min`).toBe(before + 1)
      finals.push(...ran.events.filter(({ name, fields }) => name === 'push_send_error' && fields['final'] === true))
    }
    expect(asked).toBe(5)
    expect(finals).toHaveLength(1)
    app.advance(86_400)
    await deliver()
    expect(asked).toBe(5)
    expect((await record(note))['deliveries']).toMatchObject([{ status: 'failed', attempts: 5 }])
    expect(await dana.get('/api/push/subscriptions')).toMatchObject({
      body: { count: 1, subscriptions: [{ last_failure: 'refused', last_ok_at: null }] },
    })
  })

  test.each([404, 410])('%i removes the subscription', async (status) => {
    const hash = await subscribe(dana, 'phone')
    await dueNote()
    service.answering(refusing(status))
    const ran = await deliver()
    expect(named(ran, 'push_deleted_dead_endpoints')).toMatchObject([{ fields: { endpoint_hash: hash, count: 1 } }])
    expect(await dana.get('/api/push/subscriptions')).toMatchObject({ body: { count: 0 } })
  })

  test('a network error does not', async () => {
    await subscribe(dana, 'phone')
    await dueNote()
    service.answering((_, response) => {
      response.destroy()
      return true
    })
    const ran = await deliver()
    expect(named(ran, 'push_send_error')).toMatchObject([{ fields: { reason: 'network', final: false, status: 0 } }])
    expect(await dana.get('/api/push/subscriptions')).toMatchObject({
      body: { count: 1, subscriptions: [{ last_failure: 'network' }] },
    })
  })

  test('a service that hangs holds up nobody else', async () => {
    await using slow = await startPushService(() => true)
    await dana.post('/api/push/subscribe', slow.browser('slow'))
    await subscribe(dana, 'phone')
    await dueNote()
    const sender = openPushSender(app.config.push)
    void runOnce(app, (ctx) => deliverDue(ctx, sender)).catch(() => {})
    await expect.poll(() => service.received.length).toBe(1)
    if (sender.ready) sender.close()
  })

  test('without a private key nothing is sent, and that is told', async () => {
    await subscribe(dana, 'phone')
    await dueNote()
    const ran = await runOnce(app, (ctx) => deliverDue(ctx, { ready: false, why: 'missing_private_key' }))
    expect(named(ran, 'push_send_missing_vapid_private')).toHaveLength(1)
    expect(service.received).toEqual([])
  })
})

test('S44: no endpoint, key or note text in any log line or event', async () => {
  const browser = service.browser('secret-device')
  await dana.post('/api/push/subscribe', browser)
  await dueNote('a very private thought')
  service.answering(refusing(500))
  const ran = await deliver()
  await dana.post('/api/push/test')
  const told = JSON.stringify(ran.events) + app.lines.join('\n')
  for (const secret of ['secret-device', browser.keys.auth, browser.keys.p256dh, 'private thought'])
    expect(told).not.toContain(secret)
})

test('claiming goes by index', async () => {
  const { rows } = await app.pool.query(
    'explain select user_id from reminders where push_at <= now() order by push_at limit 500 for update skip locked',
  )
  expect(JSON.stringify(rows)).toContain('reminders_push')
})
