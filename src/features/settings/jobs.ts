import type { Job } from '#platform/jobs/job.ts'
import { eraseDueAccounts } from './service/account.ts'

export const accountJobs: readonly Job[] = [
  {
    id: 'delete_accounts',
    title: { he: 'מחיקת חשבונות שביקשו זאת', en: 'Delete accounts that asked for it' },
    everySeconds: 600,
    timeLimitSeconds: 900,
    run: async ({ db, clock, progress }) => progress(await eraseDueAccounts(db, clock())),
  },
]
