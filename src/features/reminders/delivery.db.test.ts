import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPushSender } from '#platform/push/sender.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
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
  file = await dana.saveFile('a.py', 'a\nb\n')
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await app.pool.query('truncate reminders, reminder_deliveries, push_subscriptions, push_endpoints')
})

const API = '/api/sticky-notes'

async function subscribe(user: TestUser, device: string): Promise<string> {
  const answer = await user.post('/api/push/subscribe', service.browser(device))
  expect(answer.status, answer.text).toBe(200)
  return replyOf(answer).endpoint_hash
}

async function dueNote(content = 'לקנות חלב\nועוד', user = dana, on = file): Promise<string> {
  const { id: note } = await user.createNote(on, { content, line_start: 2 })
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
const record = async (note: string) => replyOf(await dana.get(`${API}/note/${note}/reminder`))

describe('a due reminder', () => {
  test('is pushed to every device once, encrypted, with the first line and the location', async () => {
    await subscribe(dana, 'phone')
    await subscribe(dana, 'laptop')
    const note = await dueNote()
    const ran = await deliver()
    expect(ran.processed).toBe(2)
    expect(service.received.map(({ device }) => device).toSorted()).toEqual(['laptop', 'phone'])
    const { reminder } = await record(note)
    expect(service.received[0]?.payload).toEqual({
      kind: 'reminder',
      lang: null,
      title: 'לקנות חלב',
      body: 'a.py:2',
      url: `/file/${file}?note=${note}#L2`,
      tag: `${note}@${reminder?.remind_at}`,
      note_id: note,
      remind_at: reminder?.remind_at,
    })
    expect(service.received[0]?.headers).toMatchObject({ topic: note, urgency: 'high', ttl: '14400' })
    expect((await deliver()).processed).toBe(0)
    expect(service.received).toHaveLength(2)
  })

  test('records every delivery with its device and time', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    await deliver()
    expect((await record(note)).deliveries).toMatchObject([{ status: 'sent', attempts: 1, next_at: null }])
  })

  test('is not pushed before its time', async () => {
    await subscribe(dana, 'phone')
    const { id: note } = await dana.createNote(file)
    await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: 'UTC' })
    await deliver()
    expect(service.received).toEqual([])
  })

  test('S12: is not pushed when its note or file is in the trash', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    await dana.delete(`${API}/note/${note}`)
    await dueNote('on a trashed file')
    await dana.post(`/api/files/${file}/trash`)
    await deliver()
    expect(service.received).toEqual([])
  })

  test('is not pushed after an acknowledgement, nor for the old time after a snooze', async () => {
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
    expect((await record(acked)).deliveries).toMatchObject([{ status: 'cancelled' }])
  })

  test('S42: is pushed again when it is set again during a send', async () => {
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
    expect((await record(note)).deliveries).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  })

  test.each([
    { slow: 500, other: 201 },
    { slow: 201, other: 500 },
  ])('is sent when a sender whose claim expired gets $slow and the next sender $other', async (answers) => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    const held: ServerResponse[] = []
    service.answering((_, response) => held.push(response) > 0)
    const slow = deliver()
    await expect.poll(() => held.length).toBe(1)
    app.advance(46)
    const other = deliver()
    await expect.poll(() => held.length).toBe(2)
    held[0]?.writeHead(answers.slow).end()
    await slow
    held[1]?.writeHead(answers.other).end()
    await other
    expect((await record(note))['deliveries']).toMatchObject([{ status: 'sent', next_at: null }])
  })

  test('S42: is delivered once by concurrent workers', async () => {
    await subscribe(dana, 'phone')
    for (let i = 0; i < 30; i++) await dueNote(`note ${i}`)
    await Promise.all([deliver(), deliver(), deliver()])
    const noteIds = service.received.map(({ payload }) => payload['note_id'])
    expect(noteIds).toHaveLength(30)
    expect(new Set(noteIds).size).toBe(30)
  })

  test('is sent again after its sender died, and the record notes a possible duplicate', async () => {
    await subscribe(dana, 'phone')
    const note = await dueNote()
    let taken = 0
    service.answering(() => (taken += 1) > 0) // accepts the push and never answers, so that the sender dies
    const sender = openPushSender(app.config.push)
    // Stopped at once, so that it sends this one and does not take reminders of later tests.
    const death = new AbortController()
    void runOnce(app, (ctx) => deliverDue(ctx, sender), undefined, death.signal)
    await expect.poll(() => taken).toBe(1)
    death.abort()
    expect((await record(note)).deliveries).toMatchObject([{ status: 'sending' }])
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

describe('S43: failures', () => {
  test('users without a subscription do not starve others', async () => {
    const omer = await app.user('Omer')
    const his = await omer.saveFile('b.py', 'x')
    for (let i = 0; i < 20; i++) await dueNote('alone', omer, his)
    await subscribe(dana, 'phone')
    const note = await dueNote()
    const ran = await deliver()
    expect(service.received.map(({ payload }) => payload['note_id'])).toEqual([note])
    expect(named(ran, 'push_send_no_subscriptions')).toHaveLength(20)
    expect(named(await deliver(), 'push_send_no_subscriptions')).toEqual([])
  })

  test('a failing push service is retried after 1, 5, 15 and 60 minutes, then one final event is emitted', async () => {
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
    expect((await record(note)).deliveries).toMatchObject([{ status: 'failed', attempts: 5 }])
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

  test('a network error keeps the subscription', async () => {
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

  test('a push service that hangs does not delay other services', async () => {
    await using slow = await startPushService(() => true)
    await dana.post('/api/push/subscribe', slow.browser('slow'))
    await subscribe(dana, 'phone')
    await dueNote()
    const sender = openPushSender(app.config.push)
    void runOnce(app, (ctx) => deliverDue(ctx, sender)).catch(() => {})
    await expect.poll(() => service.received.length).toBe(1)
    if (sender.ready) sender.close()
  })

  test('nothing is sent and an event is emitted when the private key is missing', async () => {
    await subscribe(dana, 'phone')
    await dueNote()
    const ran = await runOnce(app, (ctx) => deliverDue(ctx, { ready: false, why: 'missing_private_key' }))
    expect(named(ran, 'push_send_missing_vapid_private')).toHaveLength(1)
    expect(service.received).toEqual([])
  })
})

test('S44: no log line or event contains an endpoint, a key or note text', async () => {
  const browser = service.browser('secret-device')
  await dana.post('/api/push/subscribe', browser)
  await dueNote('a very private thought')
  service.answering(refusing(500))
  const ran = await deliver()
  await dana.post('/api/push/test')
  const output = JSON.stringify(ran.events) + app.lines.join('\n')
  for (const secret of ['secret-device', browser.keys.auth, browser.keys.p256dh, 'private thought'])
    expect(output).not.toContain(secret)
})

test('claim uses an index', async () => {
  const client = await app.pool.connect()
  try {
    // The planner estimates an empty table by the width of its columns, and may prefer to read all of it.
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(
      'explain select user_id from reminders where push_at <= now() order by push_at limit 500 for update skip locked',
    )
    expect(JSON.stringify(rows)).toContain('reminders_push')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
