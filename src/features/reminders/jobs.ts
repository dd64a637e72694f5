import type { Job } from '#platform/jobs/job.ts'
import type { PushSender } from '#platform/push/sender.ts'
import { anyDue, deliverDue } from './service/deliver.ts'
import { anyBeginning } from './service/occurrences.ts'

export const deliverReminders = (sender: PushSender): Job => ({
  id: 'deliver_reminders',
  title: { he: 'שליחת תזכורות', en: 'Deliver reminders' },
  everySeconds: 2,
  timeLimitSeconds: 3600,
  isShared: true,
  hasWork: async ({ db, clock }) => (await anyBeginning(db, clock())) || (sender.ready && (await anyDue(db, clock()))),
  run: (ctx) => deliverDue(ctx, sender),
})
