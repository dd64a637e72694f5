import type { Indexer } from '#platform/code-index/indexer.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import type { Job } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import type { RemindOfChanges } from './service/watches.ts'
import { anyToRead, readDue } from './service/read-symbols.ts'
import { anyToIndex, indexDue, sweepIndex } from './service/code-index.ts'
import { anyDue, anyLeft, sweepFolders, sweepLeftMirrors, sweepMirrors, syncDue } from './service/due.ts'

/** What a sync needs beside the mirrors. */
type SyncParts = {
  offload: Offload
  remind: RemindOfChanges
  /** For symbols: a lane of its own, so that syncs do not wait for them. */
  symbols?: Offload
  indexer?: Indexer | null
}

/** The jobs of a worker. Where git nodes hold the mirrors, they sync them too. */
export const repoJobs = (mirrors: Mirrors, parts: SyncParts, hasGitNodes = false): readonly Job[] => [
  ...(hasGitNodes ? [] : diskJobs(mirrors, parts, { node: null, mayTakeOver: () => false })),
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

/** A git node, and whether it may replace dead ones now; null for workers that share one disk. */
type DiskOwner = { node: string | null; mayTakeOver: () => boolean }

/** The jobs of the process that has the mirrors on its disk: a git node, or the workers that share one disk. */
export const diskJobs = (mirrors: Mirrors, parts: SyncParts, { node, mayTakeOver }: DiskOwner): readonly Job[] => [
  {
    id: 'sync_repos',
    title: { he: 'סנכרון מאגרים', en: 'Sync repositories' },
    everySeconds: 2,
    timeLimitSeconds: 7_200,
    isShared: true,
    hasWork: ({ db, clock }) => anyDue(db, { node, mayTakeOver: mayTakeOver() }, clock()),
    run: (ctx) => syncDue(ctx, mirrors, parts, { node, mayTakeOver: mayTakeOver() }),
  },
  {
    id: 'sweep_mirror_folders',
    title: { he: 'מחיקת תיקיות של עותקים שנמחקו', en: 'Delete folders of deleted mirrors' },
    everySeconds: 300,
    timeLimitSeconds: 1_800,
    // Every git node has its own disk, and none of them leads.
    ...(node !== null && { isShared: true }),
    run: (ctx) => sweepFolders(ctx, mirrors, node),
  },
  {
    id: 'read_repo_symbols',
    title: { he: 'קריאת הגדרות בקוד של מאגרים', en: 'Read symbols of repositories' },
    everySeconds: 2,
    timeLimitSeconds: 7_200,
    isShared: true,
    hasWork: ({ db, clock }) => anyToRead(db, node, clock()),
    run: (ctx) => readDue(ctx, mirrors, parts.symbols ?? parts.offload, node),
  },
  ...(parts.indexer ? indexJobs(mirrors, parts.indexer, node) : []),
]

/** The jobs that write the code index, in the process that has the mirrors on its disk. */
const indexJobs = (mirrors: Mirrors, indexer: Indexer, node: string | null): readonly Job[] => [
  {
    id: 'index_mirrors',
    title: { he: 'בניית אינדקס החיפוש של מאגרים', en: 'Index repositories for search' },
    everySeconds: 2,
    timeLimitSeconds: 7_200,
    isShared: true,
    hasWork: ({ db, clock }) => anyToIndex(db, node, clock()),
    run: (ctx) => indexDue(ctx, mirrors, indexer, node),
  },
  {
    id: 'sweep_code_index',
    title: { he: 'מחיקת אינדקס של עותקים שנמחקו', en: 'Delete indexes of deleted mirrors' },
    everySeconds: 300,
    timeLimitSeconds: 1_800,
    ...(node !== null && { isShared: true }),
    run: (ctx) => sweepIndex(ctx, indexer),
  },
]
