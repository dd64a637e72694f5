import { copyIdRange, importedId } from '#base/ids.ts'
import type { ViewTarget } from '#base/view-query.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import type { Db } from '#platform/db/pool.ts'
import { type AssertFreeSlot, withQuota } from '#platform/db/quota.ts'
import { invalidViewExport, invalidViewQuery, tooManyViews, viewNameTaken, viewNotFound } from '../problems.ts'
import * as store from '../store.ts'
import { isViewName, MAX_VIEWS, parseViewQuery, type View, type ViewId } from '../view.ts'

export async function listViews(ctx: UserCtx): Promise<View[]> {
  return store.listViews(ctx.db, ctx.user.id)
}

/** `position`: where it comes in the list, counted from 1; at the end without it. */
export type NewView = ViewTarget & { name: string; position?: number | undefined }

export async function createView(ctx: UserCtx, { name, position, ...target }: NewView): Promise<View> {
  const view = { id: ctx.newId<'view'>(), name, page: target.page, query: readQuery(target), createdAt: ctx.now }
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    await insertView({ trx, ctx, present: await store.listViews(trx, ctx.user.id), assertFreeSlot }, view, position)
    return view
  })
}

/** In the lock of a quota: `present` are all views. */
type Slot = { trx: Db; ctx: UserCtx; present: readonly View[]; assertFreeSlot: AssertFreeSlot }

/** Inserts after the others, then gives every view its number: those that come later move by one. */
async function insertView(
  { trx, ctx, present, assertFreeSlot }: Slot,
  view: View,
  position = present.length + 1,
): Promise<void> {
  await assertFreeSlot({ max: MAX_VIEWS, count: async () => present.length, exceeded: tooManyViews })
  assertFree(present, view.name)
  await store.insertView(trx, ctx.user.id, view, present.length + 1)
  const ids = present.map(({ id }) => id)
  await store.orderViews(trx, ctx.user.id, ids.toSpliced(position - 1, 0, view.id))
}

/** A copy of a view is recognised by its id, whatever its name and place are now; one with the same name and query is the same view. */
export async function importView(ctx: UserCtx, exported: View): Promise<'saved' | 'unchanged'> {
  const query = parseViewQuery(exported)
  if (!isViewName(exported.name) || query === null)
    throw invalidViewExport({ field: query === null ? 'query' : 'name' })
  const id = importedId(exported.id, sha256(`${ctx.user.id}:${exported.id}`).toString('hex'))
  const view = { ...exported, id, query }
  const { first, last } = copyIdRange(id)
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const present = await store.listViews(trx, ctx.user.id)
    const isHere = present.some((each) => (each.id >= first && each.id <= last) || isSameView(each, view))
    if (isHere) return 'unchanged'
    await insertView({ trx, ctx, present, assertFreeSlot }, view)
    return 'saved'
  })
}

function isSameView(a: View, b: View): boolean {
  return a.name === b.name && a.page === b.page && a.query === b.query
}

export type ViewChange = { name?: string | undefined; query?: string | undefined }

export async function changeView(ctx: UserCtx, id: ViewId, { name, query }: ViewChange): Promise<View> {
  return locked(ctx, async (trx, present) => {
    const before = getView(present, id)
    const after = {
      ...before,
      ...(name !== undefined && { name }),
      ...(query !== undefined && { query: readQuery({ page: before.page, query }) }),
    }
    if (after.name !== before.name) assertFree(present, after.name)
    await store.updateView(trx, ctx.user.id, after)
    return after
  })
}

export async function deleteView(ctx: UserCtx, id: ViewId): Promise<void> {
  await locked(ctx, async (trx, present) => store.deleteView(trx, ctx.user.id, getView(present, id).id))
}

/** Views that are not named, for instance because they were saved in another tab meanwhile, come after the others. */
export async function orderViews(ctx: UserCtx, ids: readonly ViewId[]): Promise<View[]> {
  return locked(ctx, async (trx, present) => {
    const named = [...new Set(ids)].map((id) => getView(present, id))
    const ordered = [...named, ...present.filter((view) => !named.includes(view))]
    await store.orderViews(
      trx,
      ctx.user.id,
      ordered.map(({ id }) => id),
    )
    return ordered
  })
}

/** Locks the user: two concurrent changes would both find the name free, or each undo the order of the other. */
async function locked<T>(ctx: UserCtx, change: (trx: Db, present: readonly View[]) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockUser(trx, ctx.user.id)
    return change(trx, await store.listViews(trx, ctx.user.id))
  })
}

function getView(present: readonly View[], id: ViewId): View {
  const view = present.find((each) => each.id === id)
  if (!view) throw viewNotFound({ view_id: id })
  return view
}

function assertFree(present: readonly View[], name: string): void {
  if (present.some((view) => view.name === name)) throw viewNameTaken({ field: 'name' })
}

function readQuery(target: ViewTarget): string {
  const query = parseViewQuery(target)
  if (query === null) throw invalidViewQuery({ field: 'query' })
  return query
}
