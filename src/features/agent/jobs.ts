import type { Job } from '#platform/jobs/job.ts'
import { deleteExpiredActs } from './service/journal.ts'

export const agentJobs: readonly Job[] = [
  {
    id: 'drop_agent_acts',
    title: { he: 'מחיקת רישומים ישנים של סוכנים', en: 'Drop old acts of agents' },
    everySeconds: 86_400,
    timeLimitSeconds: 900,
    isShared: true,
    run: deleteExpiredActs,
  },
]
