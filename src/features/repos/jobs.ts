import type { Mirrors } from '#platform/git/mirrors.ts'
import type { Job } from '#platform/jobs/job.ts'
import { anyDue, sweepMirrors, syncDue } from './service/due.ts'

export const repoJobs = (mirrors: Mirrors): readonly Job[] => [
  {
    id: 'sync_repos',
    title: { he: 'סנכרון מאגרים', en: 'Sync repositories' },
    everySeconds: 2,
    timeLimitSeconds: 7_200,
    isShared: true,
    hasWork: ({ db, clock }) => anyDue(db, clock()),
    run: (ctx) => syncDue(ctx, mirrors),
  },
  {
    id: 'sweep_mirrors',
    title: { he: 'פינוי עותקים של מאגרים שהוסרו', en: 'Take away mirrors of removed repositories' },
    everySeconds: 86_400,
    timeLimitSeconds: 1_800,
    run: (ctx) => sweepMirrors(ctx, mirrors),
  },
]
