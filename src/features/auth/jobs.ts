import type { Job } from '#platform/jobs/job.ts'
import { deleteExpiredLogins } from './service.ts'

export const authJobs: readonly Job[] = [
  {
    id: 'sweep_sessions',
    title: { he: 'ניקוי כניסות שפגו', en: 'Sweep expired sessions' },
    everySeconds: 600,
    timeLimitSeconds: 300,
    run: ({ db, clock }) => deleteExpiredLogins(db, clock()),
  },
]
