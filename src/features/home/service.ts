import type { UserCtx } from '#platform/ctx.ts'
import { listTouchedFiles } from '#features/files/public.ts'
import { listMovedNotes, listOpenTasks } from '#features/inbox/public.ts'
import { listRecentNotes } from '#features/notes/public.ts'
import { listAhead, listDue, summary, toListed } from '#features/reminders/public.ts'
import { readOverview } from '#features/stats/public.ts'
import type { Overview } from './overview.ts'
import { DUE_SHOWN, MOVED_SHOWN, TASKS_SHOWN, VISITS_SHOWN, type Waiting } from './today.ts'
import { joinVisits, type Visit } from './visits.ts'

const PINNED = 6

export type Dashboard = { waiting: Waiting; visits: Visit[]; overview: Overview }

/** A few of each; the full lists have their own pages. */
export async function readDashboard(ctx: UserCtx): Promise<Dashboard> {
  const [waiting, visits, overview] = await Promise.all([readWaiting(ctx), readVisits(ctx), readOverview(ctx, PINNED)])
  return { waiting, visits, overview }
}

async function readWaiting(ctx: UserCtx): Promise<Waiting> {
  const [due, ahead, { due: dueTotal }, moved, tasks] = await Promise.all([
    listDue(ctx, DUE_SHOWN),
    listAhead(ctx, 1),
    summary(ctx),
    listMovedNotes(ctx, MOVED_SHOWN),
    listOpenTasks(ctx, TASKS_SHOWN),
  ])
  return { due: due.map(toListed), ahead: ahead.map(toListed), dueTotal, moved, tasks }
}

async function readVisits(ctx: UserCtx): Promise<Visit[]> {
  const [files, notes] = await Promise.all([
    listTouchedFiles(ctx, VISITS_SHOWN),
    listRecentNotes(ctx, null, VISITS_SHOWN),
  ])
  return joinVisits(files, notes, VISITS_SHOWN)
}
