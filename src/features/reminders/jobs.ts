import type { Job } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import type { PushSender } from '#platform/push/sender.ts'
import { anyDue, deliverDue } from './service/deliver.ts'
import { anyUnchecked, checkFiles } from './service/check-watches.ts'
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

export const checkWatches = (offload: Offload): Job => ({
  id: 'check_watches',
  title: { he: 'בדיקת קוד שפתקים עוקבים אחריו', en: 'Check watched code' },
  everySeconds: 2,
  timeLimitSeconds: 1_800,
  // Another worker goes on at once when the leader dies, and not when its lease has expired.
  isShared: true,
  hasWork: ({ db }) => anyUnchecked(db),
  run: (ctx) => checkFiles(ctx, offload),
})
