import type { Mirrors } from '#platform/git/mirrors.ts'
import type { Job } from '#platform/jobs/job.ts'
import { anyDue, anyLeft, sweepFolders, sweepLeftMirrors, sweepMirrors, syncDue } from './service/due.ts'

/** The jobs of a worker. Where git nodes hold the mirrors, they sync them too. */
export const repoJobs = (mirrors: Mirrors, hasGitNodes = false): readonly Job[] => [
  ...(hasGitNodes ? [] : diskJobs(mirrors, null)),
  {
    id: 'sweep_left_mirrors',
    title: { he: 'מחיקת עותקים של מאגרים שהוסרו', en: 'Delete mirrors of removed repositories' },
    everySeconds: 60,
    timeLimitSeconds: 600,
    hasWork: ({ db }) => anyLeft(db),
    run: sweepLeftMirrors,
  },
  {
    id: 'sweep_mirrors',
    title: { he: 'מחיקת עותקים שאיש אינו משתמש בהם', en: 'Delete mirrors that nobody has' },
    everySeconds: 86_400,
    timeLimitSeconds: 1_800,
    run: sweepMirrors,
  },
]

/** The jobs of the process that has the mirrors on its disk: a git node, or the workers that share one disk. */
export const diskJobs = (mirrors: Mirrors, node: string | null): readonly Job[] => [
  {
    id: 'sync_repos',
    title: { he: 'סנכרון מאגרים', en: 'Sync repositories' },
    everySeconds: 2,
    timeLimitSeconds: 7_200,
    isShared: true,
    hasWork: ({ db, clock }) => anyDue(db, { node }, clock()),
    run: (ctx) => syncDue(ctx, mirrors, { node }),
  },
  {
    id: 'sweep_mirror_folders',
    title: { he: 'מחיקת תיקיות של עותקים שנמחקו', en: 'Delete folders of deleted mirrors' },
    everySeconds: 300,
    timeLimitSeconds: 1_800,
    // Every git node has its own disk, and none of them leads.
    ...(node !== null && { isShared: true }),
    run: (ctx) => sweepFolders(ctx, mirrors, { node }),
  },
]
