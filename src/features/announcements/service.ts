import type { Cursor } from '#base/cursor.ts'
import { recordAct } from '#platform/acts.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { isTaken } from '#platform/db/violations.ts'
import type { Announcement, AnnouncementId } from './announcement.ts'
import { announcementNotFound } from './problems.ts'
import * as store from './store.ts'

const PAGE = 50

export async function activeAnnouncement(ctx: Ctx): Promise<Announcement | null> {
  return store.findActive(ctx.db)
}

/** What the banner of this person shows. */
export async function bannerFor(ctx: UserCtx): Promise<Announcement | null> {
  return store.findActiveFor(ctx.db, ctx.user.id)
}

export type Place = Cursor<'announcement'>
export type Listed = { announcements: Announcement[]; next: Place | null }

/** The active one first, then the newest; from the second page on, those that were written before `before`. */
export async function listAnnouncements(ctx: Ctx, before: Place | null): Promise<Listed> {
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
    await recordAct(trx, ctx, 'announcement_written', target(id))
  })
  return id
}

/** Each try loses to somebody who activated in the same moment; that many do not. */
const TRIES = 10

/** Ends the one that is active and activates this one, both or neither. Whoever comes last stays. */
export async function activate(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await ctx.db.transaction().execute(async (trx) => {
        await store.endActive(trx, ctx.now)
        if (!(await store.setActive(trx, id, ctx.now))) throw announcementNotFound({ announcement_id: id })
        await recordAct(trx, ctx, 'announcement_activated', target(id))
      })
    } catch (error) {
      if (!isTaken(error, 'announcements_one_active') || left === 0) throw error
    }
  }
}

/** Ending what has ended changes nothing, and is not recorded. */
export async function end(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  if (!(await store.exists(ctx.db, id))) throw announcementNotFound({ announcement_id: id })
  await ctx.db.transaction().execute(async (trx) => {
    if (await store.end(trx, id, ctx.now)) await recordAct(trx, ctx, 'announcement_ended', target(id))
  })
}

export async function dismiss(ctx: UserCtx, id: AnnouncementId): Promise<void> {
  if (!(await store.exists(ctx.db, id))) throw announcementNotFound({ announcement_id: id })
  await store.dismiss(ctx.db, ctx.user.id, id, ctx.now)
}
