import type { Job } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import { anyUnread, backfillLinks } from './service/backfill.ts'

export const readOldLinks = (offload: Offload): Job => ({
  id: 'read_old_links',
  title: { he: 'קריאת קישורים בטקסטים ישנים', en: 'Read links of old texts' },
  everySeconds: 600,
  timeLimitSeconds: 1_800,
  hasWork: ({ db }) => anyUnread(db),
  run: (ctx) => backfillLinks(ctx, offload),
})
