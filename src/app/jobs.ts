import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { dropOldEventPartitions, ensureEventPartitions } from '#platform/events/partitions.ts'
import { type Job, RUNS_KEPT_DAYS } from '#platform/jobs/job.ts'
import { dropOldRuns } from '#platform/jobs/runs.ts'
import type { Config } from '#platform/config/config.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import type { PushSender } from '#platform/push/sender.ts'
import { agentJobs } from '#features/agent/jobs.ts'
import { authJobs } from '#features/auth/jobs.ts'
import { backupJobs } from '#features/backups/jobs.ts'
import { fileJobs } from '#features/files/jobs.ts'
import { noteJobs } from '#features/notes/jobs.ts'
import { observabilityJobs } from '#features/observability/jobs.ts'
import { deliverAgentWrites } from '#features/push/jobs.ts'
import { deliverReminders } from '#features/reminders/jobs.ts'
import { moveNotes, notedPaths } from '#features/notes/public.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import { accountJobs } from '#features/settings/jobs.ts'
import { shareJobs } from '#features/shares/jobs.ts'

/** What the service does for itself. */
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
      progress(await dropOldRuns(db, addSeconds(clock(), -RUNS_KEPT_DAYS * SECONDS_PER_DAY)))
    },
  },
]

/** Everything the worker does. */
export function allJobs(sender: PushSender, mirrors: Mirrors, config: Config): readonly Job[] {
  return [
    deliverReminders(sender),
    deliverAgentWrites(sender),
    ...fileJobs,
    ...noteJobs,
    ...agentJobs,
    ...authJobs,
    ...shareJobs,
    ...repoJobs({ mirrors, notes: { notedPaths, moveNotes } }),
    ...accountJobs,
    ...observabilityJobs,
    ...backupJobs(config.backup, config.database.url),
    ...ownJobs,
  ]
}
