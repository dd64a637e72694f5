import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { CountKind } from '../counts.ts'
import type { File } from '../file.ts'
import * as counts from '../store/counts.ts'
import { listFiles, listTouched } from '../store/list.ts'
import { EVERYTHING } from '../store/list-conditions.ts'

export async function listCounts(ctx: UserCtx, kind: CountKind): Promise<counts.Count[]> {
  return counts.readCounts(ctx.db, ctx.user.id, kind)
}

export async function countFiles(ctx: UserCtx): Promise<number> {
  return counts.totalFiles(ctx.db, ctx.user.id)
}

/** Saves per day, for the calendar. */
export async function listSavesPerDay(ctx: UserCtx, days: number): Promise<{ day: string; saves: number }[]> {
  const since = addSeconds(ctx.now, -days * SECONDS_PER_DAY)
    .toISOString()
    .slice(0, 10)
  return counts.readActivity(ctx.db, ctx.user.id, since)
}

export async function listRecentFiles(ctx: UserCtx, limit: number): Promise<File[]> {
  return listFiles(ctx.db, ctx.user.id, EVERYTHING, { sort: 'created_at_desc', cursor: null, limit })
}

/** Newest first. Opening a file counts once an hour. */
export async function listTouchedFiles(ctx: UserCtx, limit: number): Promise<(File & { touchedAt: Date })[]> {
  return listTouched(ctx.db, ctx.user.id, limit)
}

export async function listPinned(ctx: UserCtx, limit: number): Promise<File[]> {
  return listFiles(
    ctx.db,
    ctx.user.id,
    { ...EVERYTHING, category: { name: 'pinned' } },
    { sort: 'created_at_desc', cursor: null, limit },
  )
}
