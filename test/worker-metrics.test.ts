import { createServer } from 'node:http'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureWorker } from '#app/worker-metrics.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { type TestApp, testApp } from './app.ts'

let app: TestApp
const health = { engine: 'gvisor', slots: 4, busy: 3, queued: 2, queueMax: 16 }
const runner = createServer((_request, response) => response.end(JSON.stringify(health)))
beforeAll(async () => {
  app = await testApp({ BACKUP_DIR: '/nowhere' })
  runner.listen(0, '127.0.0.1')
  await once(runner, 'listening')
})
afterAll(async () => {
  runner.close()
  await app[Symbol.asyncDispose]()
})

/** What one scrape of a worker's port answers. */
async function scrape(parts: { db?: TestApp['db']; runners?: string[] } = {}): Promise<string> {
  const metrics = createMetrics({ pool: app.pool, events: app.events })
  const job = { title: { he: '', en: '' }, everySeconds: 60, timeLimitSeconds: 60, run: () => Promise.resolve() }
  measureWorker(metrics, {
    db: parts.db ?? app.db,
    clock: () => app.clock.now,
    log: pino({ level: 'silent' }),
    config: { ...app.config, runners: { addresses: parts.runners ?? [], secret: 'x' } },
    jobs: [
      { id: 'empty_trash', ...job },
      { id: 'never_ran', ...job },
    ],
    isLeading: () => true,
  })
  return metrics.registry.metrics()
}

test('how long the oldest waits, by queue', async () => {
  expect(await scrape()).toContain('codeshelf_queue_oldest_seconds{queue="agent_writes"} 0')
  await app.pool.query(
    `insert into outbox (user_id, id, kind, resource_id, title, actor, created_at, next_at, attempts, status)
     values (1, gen_random_uuid(), 'file_saved', 'x', 'x', 'x', $1, $1, 0, 'waiting')`,
    [new Date(app.clock.now.getTime() - 90_000)],
  )
  const text = await scrape()
  expect(text).toContain('codeshelf_queue_oldest_seconds{queue="agent_writes"} 90')
  expect(text).toContain('codeshelf_queue_oldest_seconds{queue="reminders"} 0')
  expect(text).toContain('codeshelf_queue_oldest_seconds{queue="deliveries"} 0')
  expect(text).toContain('codeshelf_worker_leading 1')
})

test('when each job last ended well, and whether the last one failed', async () => {
  const at = (seconds: number) => new Date(app.clock.now.getTime() - seconds * 1000)
  for (const [status, ago] of [
    ['completed', 300],
    ['failed', 60],
  ] as const)
    await app.pool.query(
      `insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, ended_at, processed, stuck_reported)
       values (gen_random_uuid(), 'empty_trash', $1, 'schedule', 'h', 1, $2, $2, 0, false)`,
      [status, at(ago)],
    )
  const text = await scrape()
  expect(text).toContain('codeshelf_job_last_success_age_seconds{job_id="empty_trash"} 300')
  expect(text).toContain('codeshelf_job_last_run_failed{job_id="empty_trash"} 1')
  expect(text).not.toContain('job_id="never_ran"')
})

test('how old the last proven backup is; none at all is infinitely old', async () => {
  expect(await scrape()).toContain('codeshelf_backup_proof_age_seconds +Inf')
  await app.pool.query(
    `insert into restore_proofs (id, started_at, ended_at, backup_ms, result, detail)
     values (gen_random_uuid(), $1, $1, 1, 'proven', ''), (gen_random_uuid(), $2, $2, 1, 'failed', 'backup')`,
    [new Date(app.clock.now.getTime() - 7_200_000), app.clock.now],
  )
  expect(await scrape()).toContain('codeshelf_backup_proof_age_seconds 7200')
})

test('how full the sandboxes are; a runner that does not answer is down', async () => {
  const address = runner.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const text = await scrape({ runners: [url, 'http://127.0.0.1:1'] })
  expect(text).toContain(`codeshelf_runner_slots{runner="${url}",state="busy"} 3`)
  expect(text).toContain(`codeshelf_runner_slots{runner="${url}",state="free"} 1`)
  expect(text).toContain(`codeshelf_runner_queued{runner="${url}"} 2`)
  expect(text).toContain('codeshelf_runner_up{runner="http://127.0.0.1:1"} 0')
})

test('without its database a worker still answers, and says nothing that it does not know', async () => {
  const { openDatabase } = await import('#platform/db/pool.ts')
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/x', size: 1, applicationName: 'x' })
  const text = await scrape({ db: away.db })
  expect(text).toContain('codeshelf_worker_leading 1')
  expect(text).not.toMatch(/^codeshelf_(queue|job|backup).*\d$/m)
  await away.close()
})
