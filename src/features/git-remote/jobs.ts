import type { Mirrors } from '#platform/git/mirrors.ts'
import type { Job } from '#platform/jobs/job.ts'
import { sweepLibraries } from './service/sweep.ts'

export const gitRemoteJobs = (mirrors: Mirrors): readonly Job[] => [
  {
    id: 'sweep_libraries',
    title: { he: 'מחיקת מאגרי git של ספריות שאינם בשימוש', en: 'Delete unused git repositories of libraries' },
    everySeconds: 600,
    timeLimitSeconds: 1_800,
    run: (ctx) => sweepLibraries(ctx, mirrors),
  },
]
