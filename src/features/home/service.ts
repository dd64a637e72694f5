import type { UserCtx } from '#platform/ctx.ts'
import { readOverview } from '#features/stats/public.ts'
import type { Overview } from './overview.ts'

const RECENT = 6
const PINNED = 6

/** A few of each; the full lists have their own pages. */
export async function readDashboard(ctx: UserCtx): Promise<Overview> {
  const overview = await readOverview(ctx)
  return { ...overview, recent: overview.recent.slice(0, RECENT), pinned: overview.pinned.slice(0, PINNED) }
}
