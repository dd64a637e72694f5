import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserCtx } from '#platform/ctx.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { noMirrors } from '#platform/git/mirrors.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import { newId, newToken } from '#platform/random.ts'
import { saveByName } from '#features/files/public.ts'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { refusing, startPushService } from '../../../test/push-service.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'
import { enqueueAgentNotification, sendAgentNotifications } from './service/agent-writes.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp(PUSH_ENVIRONMENT)
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.pool.query('truncate outbox'))

/** The context of a request with an agent token. */
function agentCtx(db: UserCtx['db']): UserCtx {
  const now = app.clock.now
  const ctx: UserCtx = {
    db,
    now,
    emit: () => {},
    newId: () => newId(now),
    newToken,
    mirrors: noMirrors,
    codeIndex: null,
    slots: processSlots(),
    maxFileBytes: 2 * 1024 * 1024,
    spoolDir: '/nonexistent',
    offload: runInline,
    requestId: 'test',
    locale: 'en',
    user: { id: dana.id, role: 'user', firstName: 'Dana' },
    recordAgentWrite: (trx, write) => enqueueAgentNotification(ctx, trx, 'Robot', write),
  }
  return ctx
}

const rows = async (sql: string) => (await app.pool.query<{ status: string }>(sql)).rows
const status = async () => (await rows('select status from outbox')).map((row) => row.status)

test('S46: an outbox row exists exactly when its write committed, killed at every statement', async () => {
  let left = Number.POSITIVE_INFINITY
  const dying = openDatabase({
    url: app.config.database.url,
    size: 2,
    applicationName: 'dying',
    onStatement: () => {
      if (--left === 0) throw new Error('killed here')
    },
  })
  let steps = 0
  for (let died = true; died; steps++) {
    left = steps + 1
    died = await saveByName(agentCtx(dying.db), {
      fileName: `f${steps}.py`,
      content: `x = ${steps}`,
      source: 'agent',
    }).then(
      () => false,
      () => true,
    )
    const saved = await rows(`select from files where file_name = 'f${steps}.py'`)
    const queued = await rows(`select from outbox where title = 'f${steps}.py'`)
    expect(queued.length, `died at statement ${steps + 1}`).toBe(saved.length)
    expect(saved.length).toBe(died ? 0 : 1)
  }
  expect(steps).toBeGreaterThan(5)
  await dying.close()
})

test('writes of the user enqueue no notification', async () => {
  await dana.post('/api/files', { file_name: 'own.py', content: 'x' })
  expect(await status()).toEqual([])
})

describe('sendAgentNotifications', () => {
  async function send() {
    const sender = openPushSender(app.config.push)
    try {
      return await runOnce(app, (ctx) => sendAgentNotifications(ctx, sender))
    } finally {
      if (sender.ready) sender.close()
    }
  }
  const write = () =>
    saveByName(agentCtx(app.db), { fileName: `${newToken()}.py`, content: newToken(), source: 'agent' })

  test('notifies every device once about the agent, the action and the file', async () => {
    await using service = await startPushService()
    await dana.post('/api/push/subscribe', service.browser('phone'))
    const file = await write()
    const ran = await send()
    expect(ran.events).toMatchObject([{ name: 'push_event_send_attempt', fields: { kind: 'file_saved', attempt: 1 } }])
    expect(service.received).toMatchObject([
      { payload: { kind: 'agent', body: file.fileName, url: `/file/${file.id}` } },
    ])
    await send()
    expect(service.received).toHaveLength(1)
    expect(await status()).toEqual(['sent'])
    await dana.delete('/api/push/subscriptions')
  })

  test('ends the entry when the user has no device', async () => {
    await write()
    await send()
    expect(await status()).toEqual(['no_subscriptions'])
  })

  test('emits push_event_unknown_kind once and does not claim the entry again', async () => {
    await write()
    await app.pool.query("update outbox set kind = 'file_sung'")
    expect((await send()).events).toMatchObject([{ name: 'push_event_unknown_kind', fields: { kind: 'file_sung' } }])
    expect((await send()).events).toEqual([])
    expect(await status()).toEqual(['unknown_kind'])
  })

  test('emits push_event_delivery_exhausted after five failures other than 404 or 410', async () => {
    await using service = await startPushService(refusing(500))
    await dana.post('/api/push/subscribe', service.browser('phone'))
    await write()
    const names: string[] = []
    for (const minutes of [0, 1, 5, 15, 60, 600]) {
      app.advance(minutes * 60)
      names.push(...(await send()).events.map(({ name }) => name))
    }
    expect(names.filter((name) => name === 'push_event_send_attempt')).toHaveLength(5)
    expect(names.filter((name) => name === 'push_event_delivery_exhausted')).toHaveLength(1)
    expect(await status()).toEqual(['exhausted'])
    await dana.delete('/api/push/subscriptions')
  })

  test('a sender whose claim expired does not reopen an entry that another one has sent', async () => {
    const held: ServerResponse[] = []
    await using service = await startPushService((_, response) => held.push(response) > 0)
    await dana.post('/api/push/subscribe', service.browser('phone'))
    await write()
    const slow = send()
    await expect.poll(() => held.length).toBe(1)
    service.answering(() => false)
    app.advance(46)
    await send()
    held[0]?.writeHead(500).end()
    await slow
    expect(await status()).toEqual(['sent'])
    await dana.delete('/api/push/subscriptions')
  })

  test('ends without push_event_delivery_exhausted when all devices are gone', async () => {
    await using service = await startPushService(refusing(410))
    await dana.post('/api/push/subscribe', service.browser('phone'))
    await write()
    const ran = await send()
    expect(ran.events.map(({ name }) => name)).toEqual(['push_event_send_attempt', 'push_deleted_dead_endpoints'])
    expect(await status()).toEqual(['no_subscriptions'])
  })
})
