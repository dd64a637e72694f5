import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '#platform/free-port.ts'
import { isAlertingMissing, startAlerting } from './alerting/servers.ts'
import { signInMany } from './chaos/load.ts'
import { start, until } from './chaos/processes.ts'
import { cloneDatabase } from './database.ts'

const PROMTOOL = '/usr/bin/promtool'

describe('the rules in ops/', () => {
  test.skipIf(!existsSync(PROMTOOL))(
    'are accepted by promtool, and fire when they should and not before',
    { timeout: 120_000 },
    () => {
      execFileSync(PROMTOOL, ['check', 'rules', 'ops/alerts.yml'])
      execFileSync(PROMTOOL, ['check', 'config', '--syntax-only', 'ops/prometheus.yml'])
      expect(execFileSync(PROMTOOL, ['test', 'rules', 'ops/alerts.test.yml'], { encoding: 'utf8' })).toContain(
        'SUCCESS',
      )
    },
  )

  test('and the dashboard ask only for what some process of ours says', () => {
    const said = ['src/platform/metrics/metrics.ts', 'src/app/worker-metrics.ts']
      .map((path) => readFileSync(path, 'utf8'))
      .join()
    for (const file of ['ops/alerts.yml', 'ops/grafana-dashboard.json']) {
      const asked = readFileSync(file, 'utf8').match(/codeshelf_\w+/g) ?? []
      const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
      expect([...names].filter((name) => !said.includes(name))).toEqual([])
      expect(names.size).toBeGreaterThan(8)
    }
  })
})

const Alerts = z.object({
  alerts: z.array(
    z.object({ name: z.string(), status: z.string(), severity: z.string(), type: z.string(), summary: z.string() }),
  ),
})

const SECRET = 'what-alertmanager-shows'

test.skipIf(isAlertingMissing())(
  'a backup that fails is seen by a real Prometheus, told by a real Alertmanager, shown, replayed, exported, and over when it is over',
  { timeout: 400_000 },
  async () => {
    await using database = await cloneDatabase()
    const [webPort, webMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()]
    const setting = { databaseUrl: database.url, port: webPort }
    const backups = { BACKUP_DIR: mkdtempSync(join(tmpdir(), 'codeshelf-alerting-')) }
    const web = {
      ...backups,
      METRICS_PORT: `${webMetrics}`,
      ALERTS_WEBHOOK_SECRET: SECRET,
      ADMIN_IDS: '1',
      RATE_LIMIT_FACTOR: '20',
    }
    await using _web = await start('web', { ...setting, environment: web })
    await using _alerting = await startAlerting({ webPort, webMetrics, workerMetrics, secret: SECRET })
    const [cookie = ''] = await signInMany(webPort, 1)
    const origin = `http://127.0.0.1:${webPort}`
    const ask = async (path: string) => {
      const response = await fetch(`${origin}${path}`, { headers: { cookie } })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
      return text
    }
    const alert = async (name: string) =>
      Alerts.parse(JSON.parse(await ask('/api/observability/alerts?per_page=200'))).alerts.find(
        (one) => one.name === name,
      )
    const worker = { ...backups, METRICS_PORT: `${workerMetrics}` }

    await until(
      'the missing leader is reported',
      90,
      async () => (await alert('CodeshelfNoLeader'))?.status === 'firing',
    )

    const failing = await start('worker', { ...setting, environment: { ...worker, PG_BIN: '/nowhere' } })
    await until('the failed job is told', 90, async () => (await alert('CodeshelfJobFailed')) !== undefined)
    expect(await alert('CodeshelfJobFailed')).toMatchObject({
      status: 'firing',
      severity: 'warn',
      type: 'jobs',
      summary: 'The last run of prove_backup failed; see /admin/jobs',
    })
    await until('no proof at all', 90, async () => (await alert('CodeshelfBackupNotProven'))?.severity === 'critical')
    await until('the worker is back', 90, async () => (await alert('CodeshelfNoLeader'))?.status === 'resolved')
    for (const path of ['replay', 'export']) {
      const text = await ask(`/api/observability/${path}`)
      expect(text).toContain('CodeshelfJobFailed')
      expect(text).toContain('CodeshelfBackupNotProven')
    }
    expect(await failing.end('SIGTERM')).toBe(0)

    await using _mended = await start('worker', { ...setting, environment: worker })
    const run = await fetch(`${origin}/admin/jobs/prove_backup/run`, {
      method: 'POST',
      headers: { cookie, origin },
      redirect: 'manual',
    })
    expect(run.status).toBe(303)
    for (const name of ['CodeshelfJobFailed', 'CodeshelfBackupNotProven'])
      await until(`${name} is over`, 90, async () => (await alert(name))?.status === 'resolved')
  },
)
