import type { Job } from '#platform/jobs/job.ts'
import { deleteExpired } from './service/forget.ts'

export const observabilityJobs: readonly Job[] = [
  {
    id: 'forget_old_counts',
    title: { he: 'מחיקת ספירות והתראות ישנות', en: 'Drop old counts and alerts' },
    everySeconds: 3600,
    timeLimitSeconds: 300,
    run: async ({ db, clock, signal, progress }) => progress(await deleteExpired(db, clock(), signal)),
  },
]
