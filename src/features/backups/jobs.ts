import type { BackupSettings } from '#platform/config/backup.ts'
import type { Job } from '#platform/jobs/job.ts'
import { isBackupDue, verifyBackup } from './service.ts'

/** Empty when no backup directory is configured. */
export function backupJobs({ dir, ...settings }: BackupSettings, databaseUrl: string): readonly Job[] {
  if (dir === null) return []
  return [
    {
      id: 'prove_backup',
      title: { he: 'גיבוי ושחזור לניסיון', en: 'Back up, and restore for a trial' },
      everySeconds: 600,
      timeLimitSeconds: 6 * 3600,
      hasWork: (ctx) => isBackupDue(ctx, settings.hour),
      run: (ctx) => verifyBackup(ctx, { ...settings, dir, databaseUrl }),
    },
  ]
}
