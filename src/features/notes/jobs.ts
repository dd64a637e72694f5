import type { Job } from '#platform/jobs/job.ts'
import { purgeExpiredNotes } from './service/trash.ts'

export const noteJobs: readonly Job[] = [
  {
    id: 'purge_notes',
    title: { he: 'מחיקת פתקים שפג מועדם', en: 'Purge deleted notes' },
    everySeconds: 3600,
    timeLimitSeconds: 900,
    isShared: true,
    run: purgeExpiredNotes,
  },
]
