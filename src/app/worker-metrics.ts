import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { Backlog } from '#platform/db/backlog.ts'
import type { Db } from '#platform/db/pool.ts'
import { listLastOutcomes } from '#platform/jobs/last-outcomes.ts'
import type { Job } from '#platform/jobs/job.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { type Sample, registerGauges } from '#platform/metrics/watch.ts'
import { fetchHealth } from '#platform/runners/client.ts'
import { lastProvenAt } from '#features/backups/service.ts'
import { outboxBacklog } from '#features/push/service/agent-writes.ts'
import { deliveriesBacklog, remindersBacklog } from '#features/reminders/service/deliver.ts'
import { syncsBacklog } from '#features/repos/service/due.ts'

const GAUGES = {
  codeshelf_worker_leading: { help: '1 when this worker leads' },
  codeshelf_worker_reading_failed: {
    help: '1 when this could not be read, and what it says is missing',
    labels: ['reading'],
  },
  codeshelf_queue_due: { help: 'Rows that are due and not claimed', labels: ['queue'] },
  codeshelf_queue_oldest_seconds: { help: 'Age of what waits longest; 0 when nothing does', labels: ['queue'] },
  codeshelf_job_last_success_age_seconds: { help: 'Since a run last ended well', labels: ['job_id'] },
  codeshelf_job_last_run_failed: { help: '1 when the last run that ended has failed', labels: ['job_id'] },
  codeshelf_backup_proof_age_seconds: { help: 'Since the backup that was last proven began; +Inf when none ever was' },
  codeshelf_runner_up: { help: '1 when the runner answers', labels: ['runner'] },
  codeshelf_runner_slots: { help: 'Sandbox slots', labels: ['runner', 'state'] },
  codeshelf_runner_queued: { help: 'Runs queued for a sandbox slot', labels: ['runner'] },
} as const

type Name = keyof typeof GAUGES
type Samples = Sample<Name>[]

type Parts = {
  db: Db
  clock: () => Date
  config: Pick<Config, 'backup' | 'runners'>
  jobs: readonly Job[]
  isLeading: () => boolean
  log: Logger
}

type Reading = (parts: Parts) => Promise<Samples>

/** Each is read by itself: a database failure must not hide the runners. */
const READINGS: Readonly<Record<string, Reading>> = { queues, jobs: jobEndings, backup: backupAge, runners }

/** Metrics of the whole installation, read at scrape time. Several workers expose the same values. */
export function measureWorker({ registry }: Pick<Metrics, 'registry'>, parts: Parts): void {
  const { log } = parts
  const readAll = async (): Promise<Samples> => {
    const read = Object.entries(READINGS).map(([name, reading]) => readOrReport(log, name, () => reading(parts)))
    const leading = { name: 'codeshelf_worker_leading', value: parts.isLeading() ? 1 : 0 } as const
    return [leading, ...(await Promise.all(read)).flat()]
  }
  registerGauges(registry, GAUGES, readAll, (error) =>
    log.error({ err: error }, 'metrics of the worker could not be read'),
  )
}

/** A failed reading has no samples, and an alert without samples resolves: so a gauge reports the failure. */
async function readOrReport(log: Logger, reading: string, read: () => Promise<Samples>): Promise<Samples> {
  const failed = (value: 0 | 1) => ({ name: 'codeshelf_worker_reading_failed', labels: { reading }, value }) as const
  try {
    return [...(await read()), failed(0)]
  } catch (error) {
    log.error({ err: error, reading }, 'a metrics collector failed')
    return [failed(1)]
  }
}

const QUEUES: Readonly<Record<string, (db: Db, now: Date) => Promise<Backlog>>> = {
  reminders: remindersBacklog,
  deliveries: deliveriesBacklog,
  agent_writes: outboxBacklog,
  repo_syncs: syncsBacklog,
}

async function queues({ db, clock }: Parts): Promise<Samples> {
  const now = clock()
  const read = Object.entries(QUEUES).map(async ([queue, backlog]): Promise<Samples> => {
    const { due, oldest } = await backlog(db, now)
    return [
      { name: 'codeshelf_queue_due', labels: { queue }, value: due },
      { name: 'codeshelf_queue_oldest_seconds', labels: { queue }, value: oldest ? secondsSince(oldest, now) : 0 },
    ]
  })
  return (await Promise.all(read)).flat()
}

async function jobEndings({ db, clock, jobs }: Parts): Promise<Samples> {
  const now = clock()
  const ids = jobs.map(({ id }) => id)
  return (await listLastOutcomes(db, ids)).flatMap(({ jobId, lastStatus, succeededAt }): Samples => {
    const labels = { job_id: jobId }
    const failed: Samples =
      lastStatus === null
        ? []
        : [{ name: 'codeshelf_job_last_run_failed', labels, value: lastStatus === 'failed' ? 1 : 0 }]
    if (!succeededAt) return failed
    return [
      ...failed,
      { name: 'codeshelf_job_last_success_age_seconds', labels, value: secondsSince(succeededAt, now) },
    ]
  })
}

async function backupAge({ db, clock, config }: Parts): Promise<Samples> {
  if (config.backup.dir === null) return []
  const at = await lastProvenAt(db)
  return [{ name: 'codeshelf_backup_proof_age_seconds', value: at ? secondsSince(at, clock()) : Infinity }]
}

async function runners({ config }: Parts): Promise<Samples> {
  const { addresses, secret } = config.runners
  const asked = addresses.map(async (address): Promise<Samples> => {
    const health = await fetchHealth({ address, secret })
    const runner = address
    const up = { name: 'codeshelf_runner_up', labels: { runner }, value: health ? 1 : 0 } as const
    if (!health) return [up]
    const slots = (state: string, value: number) =>
      ({ name: 'codeshelf_runner_slots', labels: { runner, state }, value }) as const
    const queued = { name: 'codeshelf_runner_queued', labels: { runner }, value: health.queued } as const
    return [up, slots('busy', health.busy), slots('free', health.slots - health.busy), queued]
  })
  return (await Promise.all(asked)).flat()
}

function secondsSince(moment: Date, now: Date): number {
  return Math.max(0, (now.getTime() - moment.getTime()) / 1000)
}
