import { VIEW_PAGES } from '#base/view-query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { viewNotFound } from '../problems.ts'
import { isViewName, type View, type ViewId } from '../view.ts'
import type { TypedView, ViewNews } from '../view-news.ts'
import * as views from './views.ts'

type Refused = Extract<ViewNews, { what: 'refused' }>

/** The page shows what was typed again, with the reason why it was not saved. */
export async function saveView(
  ctx: UserCtx,
  { position, ...typed }: TypedView & { position?: number | undefined },
): Promise<{ what: 'saved'; view: View } | Refused> {
  const page = VIEW_PAGES.find((each) => each === typed.page) ?? 'search'
  return orRefused(ctx, typed, async () => ({
    what: 'saved' as const,
    view: await views.createView(ctx, { ...typed, page, position }),
  }))
}

/** Null when it was renamed. */
export async function renameView(ctx: UserCtx, id: ViewId, name: string): Promise<Refused | null> {
  return orRefused(ctx, { name }, async () => {
    await views.changeView(ctx, id, { name })
    return null
  })
}

async function orRefused<T>(
  ctx: UserCtx,
  typed: TypedView | { name: string },
  act: () => Promise<T>,
): Promise<T | Refused> {
  const refused = (text: string | null): Refused => ({ what: 'refused', text, typed: 'query' in typed ? typed : null })
  if (!isViewName(typed.name)) return refused(null)
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 404) throw error
    return refused(error.words[ctx.locale])
  }
}

export async function moveView(ctx: UserCtx, id: ViewId, to: 'up' | 'down'): Promise<void> {
  const ids = (await views.listViews(ctx)).map((view) => view.id)
  const at = ids.indexOf(id)
  if (at === -1) throw viewNotFound({ view_id: id })
  const place = Math.max(0, at + (to === 'up' ? -1 : 1))
  await views.orderViews(ctx, ids.toSpliced(at, 1).toSpliced(place, 0, id))
}

export async function deleteView(ctx: UserCtx, id: ViewId): Promise<ViewNews> {
  const list = await views.listViews(ctx)
  await views.deleteView(ctx, id)
  const view = list.find((each) => each.id === id)
  if (!view) throw viewNotFound({ view_id: id })
  return { what: 'deleted', view, position: list.indexOf(view) + 1 }
}
