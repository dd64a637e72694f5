import type { Cursor } from '#base/cursor.ts'
import { recordAdminAction } from '#platform/admin-actions.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import type { Announcement, AnnouncementId } from './announcement.ts'
import { announcementNotFound } from './problems.ts'
import * as store from './store.ts'

const PAGE = 50

export async function activeAnnouncement(ctx: Ctx): Promise<Announcement | null> {
  return store.findActive(ctx.db)
}

/** The active announcement, unless this user dismissed it. */
export async function bannerFor(ctx: UserCtx): Promise<Announcement | null> {
  return store.findActiveFor(ctx.db, ctx.user.id)
}

export type AnnouncementCursor = Cursor<'announcement'>
export type Listed = { announcements: Announcement[]; next: AnnouncementCursor | null }

/** The active one first, then the newest; later pages list those created before the cursor. */
export async function listAnnouncements(ctx: Ctx, before: AnnouncementCursor | null): Promise<Listed> {
  const rows = await store.listAnnouncements(ctx.db, before, PAGE + 1)
  const announcements = rows.slice(0, PAGE)
  const last = announcements.at(-1)
  return { announcements, next: rows.length > PAGE && last ? { at: last.createdAt, id: last.id } : null }
}

const target = (id: AnnouncementId) => ({ type: 'announcement', id })

export async function write(ctx: UserCtx, draft: { text: string; link: string | null }): Promise<AnnouncementId> {
  const id = ctx.newId<'announcement'>()
  await ctx.db.transaction().execute(async (trx) => {
    await store.insertAnnouncement(trx, { id, ...draft }, ctx.now)
    await recordAdminAction(trx, ctx, 'announcement_written', target(id))
  })
  return id
}

/** Each retry follows a unique violation by a concurrent activation; more conflicts in a row are unlikely. */
const TRIES = 10

/** Ends the active announcement and activates this one in one transaction. The last request wins. */
export async function activate(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await ctx.db.transaction().execute(async (trx) => {
        await store.endActive(trx, ctx.now)
        if (!(await store.setActive(trx, id, ctx.now))) throw announcementNotFound({ announcement_id: id })
        await recordAdminAction(trx, ctx, 'announcement_activated', target(id))
      })
    } catch (error) {
      if (!isUniqueViolation(error, 'announcements_one_active') || left === 0) throw error
    }
  }
}

/** Ending an inactive announcement changes nothing and is not recorded. */
export async function end(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  if (!(await store.exists(ctx.db, id))) throw announcementNotFound({ announcement_id: id })
  await ctx.db.transaction().execute(async (trx) => {
    if (await store.end(trx, id, ctx.now)) await recordAdminAction(trx, ctx, 'announcement_ended', target(id))
  })
}

export async function dismiss(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  if (!(await store.exists(ctx.db, id))) throw announcementNotFound({ announcement_id: id })
  await store.dismiss(ctx.db, ctx.user.id, id, ctx.now)
}
