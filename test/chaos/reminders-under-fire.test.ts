import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { isoUtc } from '#base/time.ts'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { startPushService } from '../push-service.ts'
import { PUSH_ENVIRONMENT } from '../vapid.ts'
import { full, type Running, start, until } from './processes.ts'
import { fillReminders, judge } from './reminders.ts'
import { openStore } from './store.ts'

const PEOPLE = full ? 500 : 40
const NOTES_EACH = full ? 10 : 5
const FIRE_SECONDS = full ? 120 : 12
const WORKERS = full ? 3 : 2
const KILL_EVERY_MS = full ? 4_000 : 5_000
/** A lease runs out, the next one takes over, and what a dead sender held is free again. */
const SETTLE_SECONDS = 120

test(
  'exactly once under fire: every reminder is delivered, none twice but where its sender died, none after its answer',
  { timeout: (FIRE_SECONDS + SETTLE_SECONDS + 60) * 1000 },
  async ({ annotate }) => {
    await using postgres = await startPostgres({ settings: { fsync: 'off', max_connections: 80 } })
    const url = postgres.url('postgres')
    await migrate(url)
    // A push service answers in its own time, so that death finds sends under way.
    await using service = await startPushService()
    service.delaying(() => 20 + Math.random() * 150)
    {
      await using store = await openStore(url)
      await fillReminders(store.client, service, {
        people: PEOPLE,
        notesEach: NOTES_EACH,
        overSeconds: FIRE_SECONDS * 0.8,
      })
    }
    await using fire = await openFire(url)
    const answered = new Map<string, number>()
    const ends = Date.now() + FIRE_SECONDS * 1000
    let restarted = false
    while (Date.now() < ends) {
      await sleep(KILL_EVERY_MS * (0.5 + Math.random()))
      await fire.killOne()
      if (!restarted && Date.now() > ends - FIRE_SECONDS * 500) {
        restarted = true
        await postgres.stop('immediate')
        await postgres.restart()
      }
      await answerSome(url, answered)
    }
    await using store = await openStore(url)
    await until('everything is delivered', SETTLE_SECONDS, async () => (await waiting(store.client)) === 0)
    await fire.stop()
    const outcome = await judge(store.client, service.received, answered)
    await annotate(
      `${fire.kills()} kills, PostgreSQL restarted ${restarted ? 'once' : 'never'}, ${JSON.stringify(outcome)}`,
    )
    expect(outcome).toMatchObject({ missing: 0, twiceWithoutDeath: 0, afterAnswer: 0 })
    expect(outcome.pushes).toBeGreaterThanOrEqual(PEOPLE * NOTES_EACH * 0.8)
  },
)

async function waiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*) from reminders where push_at is not null and push_at <= now() + interval '1 hour')::int
      + (select count(*) from reminder_deliveries where next_at is not null)::int as n`,
  )
  return rows[0]?.n ?? 0
}

/** Some people acknowledge what fell due, some snooze it by seconds: neither moment may be told any more. */
async function answerSome(url: string, answered: Map<string, number>): Promise<void> {
  await using store = await openStore(url)
  const due = `select user_id, note_id, remind_at from reminders where status = 'pending' and remind_at <= now() + interval '2 seconds'
    order by random() limit 5 for update skip locked`
  const acked = await store.client.query<{ note: string; at: Date }>(
    `update reminders r set status = 'acknowledged', ack_at = now(), push_at = null from (${due}) d
     where r.user_id = d.user_id and r.note_id = d.note_id returning replace(r.note_id::text, '-', '') as note, d.remind_at as at`,
  )
  const snoozed = await store.client.query<{ note: string; at: Date }>(
    `update reminders r set remind_at = d.remind_at + interval '20 seconds', push_at = d.remind_at + interval '20 seconds' from (${due}) d
     where r.user_id = d.user_id and r.note_id = d.note_id returning replace(r.note_id::text, '-', '') as note, d.remind_at as at`,
  )
  const at = Date.now()
  for (const row of [...acked.rows, ...snoozed.rows]) answered.set(`${row.note}@${isoUtc(row.at)}`, at)
}

type Fire = AsyncDisposable & { killOne: () => Promise<void>; stop: () => Promise<void>; kills: () => number }

/** Several workers, one of which dies every few seconds and is started again. */
async function openFire(url: string): Promise<Fire> {
  const begin = async (): Promise<Running> =>
    start('worker', {
      databaseUrl: url,
      port: await freePort(),
      environment: { ...PUSH_ENVIRONMENT, LOG_LEVEL: 'info' },
    })
  const workers: Running[] = []
  for (let i = 0; i < WORKERS; i++) workers.push(await begin())
  let kills = 0
  const stop = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.end('SIGKILL')))
  }
  return {
    kills: () => kills,
    killOne: async () => {
      const at = Math.floor(Math.random() * workers.length)
      await workers[at]?.end('SIGKILL')
      kills += 1
      workers[at] = await begin()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
