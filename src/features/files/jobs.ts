import type { Job } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import { anyUnread, fillNames } from './service/fill-names.ts'
import { checkCounters, emptyTrash, growIndexes } from './service/upkeep.ts'

export const fileJobs: readonly Job[] = [
  {
    id: 'empty_trash',
    title: { he: 'ריקון סל המיחזור', en: 'Empty the trash' },
    everySeconds: 300,
    timeLimitSeconds: 900,
    isShared: true,
    run: emptyTrash,
  },
  {
    id: 'grow_search_indexes',
    title: { he: 'אינדקס חיפוש לספריות גדולות', en: 'Index large libraries for search' },
    everySeconds: 300,
    timeLimitSeconds: 900,
    run: growIndexes,
  },
  {
    id: 'check_counters',
    title: { he: 'בדיקת מונים', en: 'Check counters' },
    everySeconds: 86_400,
    timeLimitSeconds: 3600,
    run: checkCounters,
  },
]

export const readSymbols = (offload: Offload): Job => ({
  id: 'read_symbols',
  title: { he: 'קריאת סמלים בקבצים שטרם נקראו', en: 'Read symbols of files' },
  everySeconds: 10,
  timeLimitSeconds: 1_800,
  hasWork: ({ db }) => anyUnread(db),
  run: (ctx) => fillNames(ctx, offload),
})
