import type { UserCtx } from '#platform/ctx.ts'
import {
  listSavesPerDay,
  listCounts,
  type File,
  listPinned,
  listRecentFiles,
  countFiles,
} from '#features/files/public.ts'

const RECENT_FILES = 10
const CALENDAR_DAYS = 7 * 26

export type Stats = { total: number; languages: { name: string; n: number }[]; recent: File[] }

/** From counters kept with every save; a test proves them equal to a recount. */
export async function readStats(ctx: UserCtx): Promise<Stats> {
  const [total, languages, recent] = await Promise.all([
    countFiles(ctx),
    listCounts(ctx, 'language'),
    listRecentFiles(ctx, RECENT_FILES),
  ])
  return { total, languages, recent }
}

export type Overview = Omit<Stats, 'recent'> & { pinned: File[]; activity: { day: string; saves: number }[] }

/** The library in numbers, and its pinned files. */
export async function readOverview(ctx: UserCtx, mostPinned: number): Promise<Overview> {
  const [total, languages, pinned, activity] = await Promise.all([
    countFiles(ctx),
    listCounts(ctx, 'language'),
    listPinned(ctx, mostPinned),
    listSavesPerDay(ctx, CALENDAR_DAYS),
  ])
  return { total, languages, pinned, activity }
}
