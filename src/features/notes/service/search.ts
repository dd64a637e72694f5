import type { Excerpt } from '#base/needle.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Task } from '#platform/threads.ts'
import type { ColorId } from '../colors.ts'
import { excerpt, type Hit, needleOf, type LocatedHit, type ShownHit } from '../search.ts'
import * as store from '../store/search.ts'
import { locateNotes, movedNote } from './locate.ts'
import type { LocateInRepo } from './repo-texts.ts'

export type Found = { hits: Hit[]; truncated: boolean }

/** Searches notes for the web and the agent tools. Reads one row more than requested to know whether there are more. */
export async function searchNotes(ctx: UserCtx, query: string, color: ColorId | null, limit: number): Promise<Found> {
  const hits = await store.searchNotes(ctx.db, ctx.user.id, needleOf(query), color, limit + 1)
  return { hits: hits.slice(0, limit), truncated: hits.length > limit }
}

export async function listRecentNotes(ctx: UserCtx, color: ColorId | null, limit: number): Promise<Hit[]> {
  return store.recentNotes(ctx.db, ctx.user.id, color, limit)
}

/** Hits with current lines and excerpts, for pages. */
export async function shownHits(
  ctx: UserCtx,
  hits: readonly Hit[],
  query: string,
  locateInRepo: LocateInRepo,
): Promise<ShownHit[]> {
  return withExcerpts(ctx, await locateHits(ctx, hits, locateInRepo), query)
}

/** Adds the current lines, for pages; the API returns the stored lines. */
async function locateHits(ctx: UserCtx, hits: readonly Hit[], locateInRepo: LocateInRepo): Promise<LocatedHit[]> {
  const moved = await locateNotes(
    ctx,
    hits.map(({ note }) => note.id),
    locateInRepo,
  )
  return hits.map((hit) => ({ ...hit, note: movedNote(hit.note, moved), isLost: moved.get(hit.note.id) === null }))
}

type Excerpts = { contents: readonly string[]; query: string }

export const noteExcerptsTask: Task<Excerpts, Excerpt[]> = {
  name: 'note-excerpts',
  deadlineMs: 5_000,
  run: ({ contents, query }) => contents.map((content) => excerpt(content, query)),
}

/** Runs in a worker thread: fifty notes full of combining marks and emoji take half a second. */
async function withExcerpts(ctx: UserCtx, hits: readonly LocatedHit[], query: string): Promise<ShownHit[]> {
  const job = { contents: hits.map(({ note }) => note.content), query }
  // Without a query the excerpt is the beginning of the note, which needs no thread.
  const found = await (query === '' ? noteExcerptsTask.run(job) : ctx.offload(noteExcerptsTask, job))
  return hits.flatMap((hit, i) => {
    const shown = found[i]
    return shown ? [{ ...hit, found: shown }] : []
  })
}
