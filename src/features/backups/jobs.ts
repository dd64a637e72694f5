import type { BackupSettings } from '#platform/config/backup.ts'
import type { Job } from '#platform/jobs/job.ts'
import { isBackupDue, proveBackup } from './service.ts'

/** None where no folder was named for them. */
export function backupJobs({ dir, ...settings }: BackupSettings, databaseUrl: string): readonly Job[] {
  if (dir === null) return []
  return [
    {
      id: 'prove_backup',
      title: { he: 'גיבוי ושחזור לניסיון', en: 'Back up, and restore for a trial' },
      everySeconds: 600,
      timeLimitSeconds: 6 * 3600,
      hasWork: (ctx) => isBackupDue(ctx, settings.hour),
      run: (ctx) => proveBackup(ctx, { ...settings, dir, databaseUrl }),
    },
  ]
}
