import type { Job } from '#platform/jobs/job.ts'
import { sweepShares } from './service/own.ts'

export const shareJobs: readonly Job[] = [
  {
    id: 'sweep_shares',
    title: { he: 'פינוי שיתופים שהסתיימו', en: 'Take ended shares away' },
    everySeconds: 3600,
    timeLimitSeconds: 300,
    isShared: true,
    run: async ({ db, clock, progress }) => progress(await sweepShares(db, clock())),
  },
]
