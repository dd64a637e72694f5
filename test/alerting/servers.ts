import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'

const PROMETHEUS = '/usr/bin/prometheus'
const ALERTMANAGER = '/usr/bin/prometheus-alertmanager'
const LOGS = 'test-results/alerting'

/** True where the real ones are missing, and then that is said loudly: .ci/run installs them. */
export function isAlertingMissing(): boolean {
  const missing = [PROMETHEUS, ALERTMANAGER].filter((path) => !existsSync(path))
  if (missing.length > 0)
    process.stderr.write(`\n!! SKIPPED, alerts cannot be tried here: ${missing.join(' and ')} missing\n\n`)
  return missing.length > 0
}

export type AlertingTarget = { webPort: number; webMetrics: number; workerMetrics: number; secret: string }

/** A real Prometheus and a real Alertmanager with our files of ops/, on loopback and in a hurry. */
export async function startAlerting(target: AlertingTarget): Promise<AsyncDisposable> {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-alerting-'))
  const managerPort = await freePort()
  const prometheusPort = await freePort()
  writeFileSync(join(dir, 'secret'), target.secret)
  const write = (name: string, changes: readonly [string | RegExp, string][]): string => {
    const text = changes.reduce((sum, [from, to]) => replaced(sum, from, to), readFileSync(`ops/${name}`, 'utf8'))
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  write('alerts.yml', [[/for: \d+[mh]/g, 'for: 1s']])
  const manager = write('alertmanager.yml', [
    ['127.0.0.1:3000', `127.0.0.1:${target.webPort}`],
    ['/etc/codeshelf/alerts_webhook_secret', join(dir, 'secret')],
    ['group_wait: 10s', 'group_wait: 100ms'],
    ['group_interval: 1m', 'group_interval: 1s'],
  ])
  const prometheus = write('prometheus.yml', [
    [/15s/g, '1s'],
    ['127.0.0.1:9093', `127.0.0.1:${managerPort}`],
    [/'127.0.0.1:9464'.*\]/, `'127.0.0.1:${target.webMetrics}']`],
    [/'127.0.0.1:9474'.*\]/, `'127.0.0.1:${target.workerMetrics}']`],
  ])
  const processes = [
    launch(ALERTMANAGER, dir, [
      `--config.file=${manager}`,
      `--storage.path=${join(dir, 'manager')}`,
      `--web.listen-address=127.0.0.1:${managerPort}`,
      // It would look for others of its kind on the network.
      '--cluster.listen-address=',
    ]),
    launch(PROMETHEUS, dir, [
      `--config.file=${prometheus}`,
      `--storage.tsdb.path=${join(dir, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
      // What fires before it has found the manager is told again a minute later.
      '--rules.alert.resend-delay=1s',
    ]),
  ]
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((process) => process.stop('SIGTERM', 5_000)))
    },
  }
}

/** Our files may change; a change that this no longer fits must not go unnoticed. */
function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to)
  if (changed === text) throw new Error(`There is no ${String(from)} to replace`)
  return changed
}

function launch(program: string, dir: string, args: string[]): OwnedProcess {
  mkdirSync(LOGS, { recursive: true })
  const log = openSync(join(LOGS, `${program.split('/').at(-1)}.log`), 'w')
  const owned = spawnOwned(program, args, { cwd: dir, stdio: ['ignore', log, log], env: { PATH: process.env['PATH'] } })
  closeSync(log)
  return owned
}
