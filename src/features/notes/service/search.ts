import type { UserCtx } from '#platform/ctx.ts'
import type { ColorId } from '../colors.ts'
import { type Hit, needleOf } from '../search.ts'
import * as store from '../store/search.ts'

export type Found = { hits: Hit[]; truncated: boolean }

/** Searches notes for the web and the agent tools. Reads one row more than requested to know whether there are more. */
export async function searchNotes(ctx: UserCtx, query: string, color: ColorId | null, limit: number): Promise<Found> {
  const hits = await store.searchNotes(ctx.db, ctx.user.id, needleOf(query), color, limit + 1)
  return { hits: hits.slice(0, limit), truncated: hits.length > limit }
}

export async function listRecentNotes(ctx: UserCtx, color: ColorId | null, limit: number): Promise<Hit[]> {
  return store.recentNotes(ctx.db, ctx.user.id, color, limit)
}
