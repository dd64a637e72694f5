import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPushSender } from '#platform/push/sender.ts'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'
import { deliverDue } from './service/deliver.ts'

const MANY = 3_000

let app: TestApp
let service: PushService
beforeAll(async () => {
  app = await testApp({ ...PUSH_ENVIRONMENT, RATE_LIMIT_FACTOR: '100' })
  service = await startPushService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function withDevice(name: string): Promise<{ user: TestUser; note: string }> {
  const user = await app.user(name)
  expect((await user.post('/api/push/subscribe', service.browser(name))).status).toBe(200)
  const { id } = await user.createNote(await user.saveFile('a.py'), { content: name })
  const set = await user.post(`/api/sticky-notes/note/${id}/reminder`, { preset: '1h', tz: 'UTC' })
  expect(set.status).toBe(200)
  return { user, note: id }
}

/** More notes like this one, each with its reminder. */
async function multiply(userId: string, note: string): Promise<void> {
  const copies = async (table: string, id: string) => {
    const { rows } = await app.pool.query<{ column: string }>(
      'select column_name as column from information_schema.columns where table_name = $1 and is_generated = $2 order by 1',
      [table, 'NEVER'],
    )
    const names = rows.map(({ column }) => column)
    const values = names.map((name) => (name === id ? `md5('${note}' || i)::uuid` : name))
    await app.pool.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table}, generate_series(1, ${MANY}) i where user_id = $1 and ${id} = $2`,
      [userId, note],
    )
  }
  await copies('notes', 'id')
  await copies('reminders', 'note_id')
}

test(`${MANY} due reminders of one person do not delay that of another at the same push service`, async () => {
  const mallory = await withDevice('mallory')
  await multiply(mallory.user.id, mallory.note)
  app.advance(1)
  await withDevice('dana')
  app.advance(3600)
  const sender = openPushSender(app.config.push)
  const deliver = () => runOnce(app, (ctx) => deliverDue(ctx, sender))
  await deliver()
  const order = service.received.map(({ device }) => device)
  expect(order).toContain('dana')
  expect(order.length, 'sent in the first second').toBeLessThan(250)
  // Nothing is lost: the rest follows, a hundred a second.
  for (let sent = 0; sent < service.received.length;) {
    sent = service.received.length
    app.advance(10)
    await deliver()
  }
  const notes = service.received.filter(({ device }) => device === 'mallory').map(({ payload }) => payload['note_id'])
  expect([notes.length, new Set(notes).size]).toEqual([MANY + 1, MANY + 1])
  if (sender.ready) sender.close()
}, 120_000)
