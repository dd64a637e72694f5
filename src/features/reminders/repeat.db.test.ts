import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPushSender } from '#platform/push/sender.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { type PushService, refusing, startPushService } from '../../../test/push-service.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'
import { deliverReminders } from './jobs.ts'
import { deliverDue } from './service/deliver.ts'

const API = '/api/sticky-notes'
const TZ = 'Asia/Jerusalem'
const HOUR = 3600
const DAY = 24 * HOUR

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
  // Ten in the morning in Israel, on a Tuesday without a clock change near it.
  app.clock.now = new Date('2026-11-17T08:00:00.000Z')
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await app.pool.query('truncate reminders, reminder_deliveries, push_subscriptions, push_endpoints')
})

const isoDay = (day: number, hour = 7) => `2026-11-${day}T0${hour}:00:00.000+00:00`

async function repeating(repeat: unknown = { unit: 'day' }, at = '2026-11-18T09:00'): Promise<string> {
  const { id: note } = await dana.createNote(file, { content: 'water the plants' })
  const set = await dana.post(`${API}/note/${note}/reminder`, { at, tz: TZ, repeat })
  expect(set.status, set.text).toBe(200)
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

const subscribe = async (device = 'phone') =>
  expect((await dana.post('/api/push/subscribe', service.browser(device))).status).toBe(200)
const record = async (note: string) => replyOf(await dana.get(`${API}/note/${note}/reminder`))
const remindAt = async (note: string) => (await record(note)).reminder?.remind_at
const ack = (note: string, remind_at?: string) =>
  dana.post(`${API}/reminders/ack`, { note_id: note, ...(remind_at && { remind_at }) })
const reopen = (note: string, remind_at: string) => dana.post(`${API}/reminders/reopen`, { note_id: note, remind_at })
const countDue = async () => replyOf(await dana.get(`${API}/reminders/summary`)).count_due
const pushed = () => service.received.map(({ payload }) => payload['remind_at'])

describe('set', () => {
  test('stores the rule with its start and returns it', async () => {
    const note = await repeating({ unit: 'week', interval: 2 })
    const rule = { unit: 'week', interval: 2, from: '2026-11-18T09:00', tz: TZ }
    expect((await record(note)).reminder).toMatchObject({ remind_at: isoDay(18), status: 'pending', repeat: rule })
    const { items } = replyOf(await dana.get(`${API}/reminders/ahead`))
    expect(items).toMatchObject([{ note_id: note, repeat: rule }])
  })

  test('the list of the contract has no field for the rule', async () => {
    await repeating()
    app.advance(DAY)
    const { items } = replyOf(await dana.get(`${API}/reminders/list`))
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty('repeat')
  })

  test('working days start on the first of them', async () => {
    const note = await repeating({ unit: 'weekday', days: 'sun-thu' }, '2026-11-20T09:00')
    expect(await remindAt(note)).toBe(isoDay(22))
  })

  test('setting again without a rule ends it', async () => {
    const note = await repeating()
    await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
    expect((await record(note)).reminder).toMatchObject({ repeat: null })
    app.advance(2 * DAY)
    await deliver()
    await ack(note)
    expect((await record(note)).reminder).toMatchObject({ status: 'acknowledged' })
  })

  test.each(['day', {}, { unit: 'year' }, { unit: 'day', interval: 0 }, { unit: 'weekday' }, 5])(
    'repeat %j is 400 invalid_repeat',
    async (repeat) => {
      const { id: note } = await dana.createNote(file)
      const answer = await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ, repeat })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_repeat' } })
      expect((await record(note)).reminder).toBeNull()
    },
  )

  test.each([
    "repeat_unit = 'day'",
    "repeat_tz = 'UTC'",
    "repeat_unit = 'weekday', repeat_interval = 1, repeat_from = '2026-11-18T09:00', repeat_tz = 'UTC'",
    "repeat_unit = 'day', repeat_interval = 0, repeat_from = '2026-11-18T09:00', repeat_tz = 'UTC'",
    "repeat_unit = 'day', repeat_interval = 1, repeat_from = 'tomorrow', repeat_tz = 'UTC'",
    "repeat_unit = 'day', repeat_interval = 1, repeat_days = 'sun-thu', repeat_from = '2026-11-18T09:00', repeat_tz = 'UTC'",
  ])('the table refuses %s', async (half) => {
    const { id: note } = await dana.createNote(file)
    await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
    await expect(app.pool.query(`update reminders set ${half}`)).rejects.toThrow('reminders_repeat')
  })
})

describe('acknowledge', () => {
  test('schedules the next occurrence, at the same hour', async () => {
    const note = await repeating()
    app.advance(DAY)
    expect(await countDue()).toBe(1)
    expect((await ack(note, isoDay(18))).status).toBe(200)
    expect((await record(note)).reminder).toMatchObject({ status: 'pending', ack_at: null, remind_at: isoDay(19) })
    expect(await countDue()).toBe(0)
  })

  test('after a long absence schedules one occurrence after now, not the missed ones', async () => {
    const note = await repeating()
    app.advance(9 * DAY)
    await ack(note)
    expect(await remindAt(note)).toBe(isoDay(27))
  })

  test('before its time skips that occurrence', async () => {
    const note = await repeating()
    await ack(note, isoDay(18))
    expect(await remindAt(note)).toBe(isoDay(19))
  })

  test('S2: an old notification cannot acknowledge the next occurrence', async () => {
    const note = await repeating()
    app.advance(DAY)
    await ack(note, isoDay(18))
    expect((await ack(note, isoDay(18))).status).toBe(404)
    expect(await remindAt(note)).toBe(isoDay(19))
  })

  test('is undone by reopen, without a second push', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    await deliver()
    await ack(note, isoDay(18))
    expect((await reopen(note, isoDay(18))).status).toBe(200)
    expect(await remindAt(note)).toBe(isoDay(18))
    expect(await countDue()).toBe(1)
    await deliver()
    expect(pushed()).toEqual([isoDay(18)])
    expect((await reopen(note, isoDay(18))).status, 'only once').toBe(404)
    app.advance(DAY)
    await deliver()
    expect(pushed(), 'the next occurrence comes as if nothing had happened').toEqual([isoDay(18), isoDay(19)])
  })

  test('is not undone once the next occurrence has begun, or the reminder was snoozed', async () => {
    const [begun, snoozed] = [await repeating(), await repeating()]
    app.advance(DAY)
    for (const note of [begun, snoozed]) await ack(note, isoDay(18))
    await dana.post(`${API}/note/${snoozed}/snooze`, { minutes: 10 })
    expect((await reopen(snoozed, isoDay(18))).status).toBe(404)
    app.advance(DAY)
    expect((await reopen(begun, isoDay(18))).status).toBe(404)
    expect(await remindAt(begun)).toBe(isoDay(19))
  })
})

describe('snooze', () => {
  test('moves only this occurrence', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    const answer = await dana.post(`${API}/note/${note}/snooze`, { minutes: 30, remind_at: isoDay(18) })
    expect(replyOf(answer).remind_at).toBe('2026-11-18T08:30:00.000+00:00')
    expect((await record(note)).reminder).toMatchObject({ repeat: { unit: 'day' } })
    app.advance(1800)
    await deliver()
    await ack(note)
    expect(await remindAt(note)).toBe(isoDay(19))
    expect(pushed()).toEqual(['2026-11-18T08:30:00.000+00:00'])
  })

  test('to a local time keeps the rule, and coincides with the next occurrence in one push', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    const answer = await dana.post(`${API}/note/${note}/snooze`, {
      preset: 'tomorrow-09',
      tz: TZ,
      remind_at: isoDay(18),
    })
    expect(replyOf(answer).remind_at).toBe(isoDay(19))
    app.advance(DAY)
    await deliver()
    await deliver()
    expect(pushed()).toEqual([isoDay(19)])
    await ack(note, isoDay(19))
    expect(await remindAt(note)).toBe(isoDay(20))
  })

  test('beyond the next occurrence does not lose it', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    await dana.post(`${API}/note/${note}/snooze`, { at: '2026-11-19T12:00', tz: TZ })
    expect(await remindAt(note)).toBe('2026-11-19T10:00:00.000+00:00')
    app.advance(23 * HOUR)
    await deliver()
    expect(pushed()).toEqual([isoDay(19)])
    expect(await countDue()).toBe(1)
  })

  test.each([
    [{ minutes: 5, preset: '1h', tz: TZ }, 'ambiguous_request'],
    [{ tz: TZ }, 'ambiguous_request'],
    [{ preset: '1h' }, 'invalid_tz'],
    [{ preset: 'never', tz: TZ }, 'invalid_preset'],
    [{ at: '2020-01-01T09:00', tz: TZ }, 'time_in_past'],
  ])('%j is 400 %s', async (body, code) => {
    const note = await repeating()
    expect(await dana.post(`${API}/note/${note}/snooze`, body)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('stop and remove', () => {
  test('stopping keeps the current occurrence as the last one', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    expect((await dana.delete(`${API}/note/${note}/reminder/repeat`)).status).toBe(200)
    expect((await record(note)).reminder).toMatchObject({ remind_at: isoDay(18), status: 'pending', repeat: null })
    app.advance(2 * DAY)
    await deliver()
    expect(pushed()).toEqual([isoDay(18)])
    expect((await dana.delete(`${API}/note/${note}/reminder/repeat`)).status).toBe(404)
  })

  test('another user’s rule is 404 and stays', async () => {
    const note = await repeating()
    const omer = await app.user('Omer')
    expect((await omer.delete(`${API}/note/${note}/reminder/repeat`)).status).toBe(404)
    expect((await record(note)).reminder).toMatchObject({ repeat: { unit: 'day' } })
  })

  test('removing ends the series', async () => {
    await subscribe()
    const note = await repeating()
    await dana.delete(`${API}/note/${note}/reminder`)
    app.advance(3 * DAY)
    await deliver()
    expect(pushed()).toEqual([])
  })

  test('without script the forms do it', async () => {
    const note = await repeating()
    const page = await dana.page('/reminders')
    expect(page.text).toContain(`/reminders/${note}/stop`)
    expect(await dana.form(`/reminders/${note}/stop`, {})).toMatchObject({
      status: 303,
      headers: { location: '/reminders?did=stopped' },
    })
    expect(await dana.form(`/reminders/${note}/stop`, {})).toMatchObject({
      headers: { location: '/reminders?did=moved' },
    })
  })
})

describe('delivery', () => {
  test('each occurrence is pushed once, also when none was acknowledged', async () => {
    await subscribe()
    const note = await repeating()
    for (let day = 0; day < 4; day++) {
      app.advance(DAY)
      await Promise.all([deliver(), deliver(), deliver()])
      expect(await countDue(), 'due as one reminder').toBe(1)
    }
    expect(pushed()).toEqual([18, 19, 20, 21].map((day) => isoDay(day)))
    expect((await record(note)).deliveries).toHaveLength(4)
  })

  test('after an outage only the latest occurrence is pushed', async () => {
    await subscribe()
    await repeating()
    app.advance(8 * DAY)
    await deliver()
    expect(pushed()).toEqual([isoDay(25)])
  })

  test('the retry of an earlier occurrence is not sent as the current one', async () => {
    await subscribe()
    await repeating()
    app.advance(DAY - HOUR)
    service.answering(refusing(503))
    await deliver()
    service.answering(() => false)
    app.advance(DAY)
    await deliver()
    expect(pushed()).toEqual([isoDay(19)])
  })

  test('occurrences begin where pushes are off', async () => {
    const note = await repeating()
    const job = deliverReminders({ ready: false, why: 'off' })
    app.advance(2 * DAY)
    await runOnce(app, job.run)
    expect(await remindAt(note)).toBe(isoDay(19))
    expect(await countDue()).toBe(1)
  })

  test('an occurrence that a process of the previous release acknowledged comes again at its next time', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(DAY)
    await app.pool.query("update reminders set status = 'acknowledged', ack_at = $1, push_at = null", [app.clock.now])
    app.advance(DAY)
    await deliver()
    expect((await record(note)).reminder).toMatchObject({ status: 'pending', remind_at: isoDay(19) })
    expect(pushed()).toEqual([isoDay(19)])
  })

  test('S12: an occurrence in the trash is not pushed, and is due after the note is restored', async () => {
    await subscribe()
    const note = await repeating()
    await dana.delete(`${API}/note/${note}`)
    app.advance(2 * DAY)
    await deliver()
    expect(pushed()).toEqual([])
    await dana.post(`${API}/note/${note}/restore`)
    expect(await countDue()).toBe(1)
    expect(await remindAt(note)).toBe(isoDay(19))
  })

  test('finding the occurrences that begin uses an index', async () => {
    const client = await app.pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query(
        'explain select user_id from reminders where repeat_next_at <= now() order by repeat_next_at limit 500 for update skip locked',
      )
      expect(JSON.stringify(rows)).toContain('reminders_repeat_next')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('acknowledge and begin at the same time', () => {
  const lockOf = (note: string) => ({
    sql: 'select from reminders where user_id = $1 and note_id = $2 for update',
    values: [dana.id, note],
  })

  test('an acknowledgement that waits for the beginning of the next occurrence does not close it', async () => {
    const note = await repeating()
    app.advance(2 * DAY)
    const answer = await whileRowIsLocked(app.pool, lockOf(note), async (rival) => {
      await rival.query(
        "update reminders set remind_at = repeat_next_at, push_at = repeat_next_at, repeat_next_at = repeat_next_at + interval '1 day'",
      )
      return { waiting: ack(note, isoDay(18)) }
    })
    expect(answer.status).toBe(404)
    expect(await remindAt(note)).toBe(isoDay(19))
    expect(await countDue()).toBe(1)
  })

  test('an acknowledgement of the occurrence before leaves one that has come, though no worker has begun it', async () => {
    await subscribe()
    const note = await repeating()
    app.advance(2 * DAY)
    expect((await ack(note, isoDay(18))).status).toBe(200)
    expect(await remindAt(note)).toBe(isoDay(19))
    expect(await countDue()).toBe(1)
    await deliver()
    expect(pushed()).toEqual([isoDay(19)])
  })

  test('of concurrent acknowledgements of one occurrence one succeeds, and one occurrence passes', async () => {
    const note = await repeating()
    app.advance(DAY)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ack(note, isoDay(18))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
    expect(await remindAt(note)).toBe(isoDay(19))
  })

  test('acknowledgements and workers together push no occurrence twice and lose none', async () => {
    await subscribe()
    const note = await repeating()
    const expected: string[] = []
    for (let day = 18; day < 26; day++) {
      // An hour after the occurrence of this day.
      app.clock.now = new Date(`2026-11-${day}T08:00:00.000Z`)
      expected.push(isoDay(day))
      await Promise.all([deliver(), ack(note, isoDay(day - 1)), deliver(), ack(note, isoDay(day - 1))])
      await deliver()
      if (day % 2 === 0) await Promise.all([ack(note), deliver()])
    }
    expect(pushed()).toEqual(expected)
  })

  test('a worker skips a reminder whose acknowledgement has its row', async () => {
    const note = await repeating()
    app.advance(2 * DAY)
    const client = await app.pool.connect()
    try {
      await client.query('begin')
      await client.query(lockOf(note).sql, lockOf(note).values)
      await deliver()
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await remindAt(note), 'left for the next run').toBe(isoDay(18))
    await deliver()
    expect(await remindAt(note)).toBe(isoDay(19))
  })
})
