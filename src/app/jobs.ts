import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { dropOldEventPartitions, ensureEventPartitions } from '#platform/events/partitions.ts'
import { type Job, RUNS_KEPT_DAYS } from '#platform/jobs/job.ts'
import { deleteOldRuns } from '#platform/jobs/runs.ts'
import { agentJobs } from '#features/agent/jobs.ts'
import { authJobs } from '#features/auth/jobs.ts'
import { readOldLinks } from '#features/backlinks/jobs.ts'
import { backupJobs } from '#features/backups/jobs.ts'
import { fileJobs, readSymbols } from '#features/files/jobs.ts'
import { gitRemoteJobs } from '#features/git-remote/jobs.ts'
import { noteJobs } from '#features/notes/jobs.ts'
import { observabilityJobs } from '#features/observability/jobs.ts'
import { deliverAgentWrites } from '#features/push/jobs.ts'
import { checkWatches, deliverReminders } from '#features/reminders/jobs.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import { accountJobs } from '#features/settings/jobs.ts'
import { shareJobs } from '#features/shares/jobs.ts'
import { inSymbolLane, inSyncLane, inWatchLane, type WorkerParts } from './parts.ts'

/** Maintenance jobs. */
const ownJobs: readonly Job[] = [
  {
    id: 'event_partitions',
    title: { he: 'מחיצות אירועים', en: 'Partitions of events' },
    everySeconds: 3600,
    timeLimitSeconds: 300,
    run: async ({ db, clock, progress }) => {
      await ensureEventPartitions(db, clock())
      progress(await dropOldEventPartitions(db, clock()))
    },
  },
  {
    id: 'drop_old_runs',
    title: { he: 'מחיקת ריצות ישנות', en: 'Drop old runs' },
    everySeconds: 86_400,
    timeLimitSeconds: 300,
    run: async ({ db, clock, progress }) => {
      progress(await deleteOldRuns(db, addSeconds(clock(), -RUNS_KEPT_DAYS * SECONDS_PER_DAY)))
    },
  },
]

type JobParts = Pick<WorkerParts, 'config' | 'mirrors' | 'sender' | 'threads' | 'indexer'>

/** All jobs of the worker. */
export function allJobs({ config, mirrors, sender, threads, indexer }: JobParts): readonly Job[] {
  return [
    deliverReminders(sender),
    checkWatches(inWatchLane(threads)),
    deliverAgentWrites(sender),
    ...fileJobs,
    readSymbols(inSymbolLane(threads)),
    ...noteJobs,
    readOldLinks(inSymbolLane(threads)),
    ...agentJobs,
    ...authJobs,
    ...shareJobs,
    ...repoJobs(
      mirrors,
      { offload: inSyncLane(threads), symbols: inSymbolLane(threads), remind: remindOfChanges, indexer },
      config.gitNodes !== null,
    ),
    ...gitRemoteJobs(mirrors),
    ...accountJobs,
    ...observabilityJobs,
    ...backupJobs(config.backup, config.database.directUrl),
    ...ownJobs,
  ]
}

/** The jobs as /admin/jobs lists them; a web process runs none. */
export function describeJobs(parts: JobParts) {
  return allJobs(parts).map(({ id, title, everySeconds, hasWork }) => {
    return { id, title, everySeconds, looks: hasWork !== undefined }
  })
}
