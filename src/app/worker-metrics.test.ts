import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/db/pool.ts'
import { LOG_OPTIONS } from '#platform/log.ts'
import { measureWorker } from './worker-metrics.ts'

test('a failed reading is logged and sets its gauge, and the other readings are exposed', async () => {
  const away = openDatabase({ url: 'postgres://dana:hunter2@127.0.0.1:1/x', size: 1, applicationName: 'x' })
  const lines: string[] = []
  const registry = new Registry()
  measureWorker(
    { registry },
    {
      db: away.db,
      clock: () => new Date(),
      config: {
        backup: { dir: '/nowhere', keep: 1, hour: 0, toolsDir: null },
        runners: { addresses: ['http://127.0.0.1:1'], secret: 'x' },
      },
      jobs: [],
      isLeading: () => true,
      log: pino(LOG_OPTIONS, { write: (line: string) => lines.push(line) }),
    },
  )
  const text = await registry.metrics()
  expect(text).toContain('codeshelf_worker_reading_failed{reading="queues"} 1')
  expect(text).toContain('codeshelf_worker_reading_failed{reading="jobs"} 1')
  expect(text).toContain('codeshelf_worker_reading_failed{reading="backup"} 1')
  expect(text).toContain('codeshelf_worker_reading_failed{reading="runners"} 0')
  expect(text).toContain('codeshelf_runner_up{runner="http://127.0.0.1:1"} 0')
  // Once a scrape, not once a gauge.
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; reading: string; err: { code: string } })
  expect(entries.map(({ reading }) => reading).toSorted()).toEqual(['backup', 'jobs', 'queues'])
  expect(entries[0]).toMatchObject({ msg: 'a metrics collector failed', err: { code: 'ECONNREFUSED' } })
  expect(lines.join('')).not.toContain('hunter2')
  await away.close()
})
