import type { Job } from '#platform/jobs/job.ts'
import { deleteOldInvitations } from './service/invitations.ts'
import { deleteExpiredLogins } from './service/sessions.ts'

export const authJobs: readonly Job[] = [
  {
    id: 'sweep_sessions',
    title: { he: 'ניקוי כניסות שפגו', en: 'Sweep expired sessions' },
    everySeconds: 600,
    timeLimitSeconds: 300,
    run: async ({ db, clock }) => {
      await deleteExpiredLogins(db, clock())
      await deleteOldInvitations(db, clock())
    },
  },
]
