import type { UserCtx } from '#platform/ctx.ts'
import { wantsHtml } from '#platform/http/accept.ts'
import type { App } from '#platform/http/types.ts'
import type { Personal } from '#ui/frame.ts'
import { bannerFor } from '#features/announcements/public.ts'
import { readPersonal } from '#features/settings/public.ts'
import { listViews } from '#features/views/public.ts'

/** Reads what the shell displays, before the page of a signed-in user is rendered. Not for API requests. */
export function addPersonal(app: App): void {
  app.addHook('preHandler', async (request) => {
    if (request.visitor?.via === 'session' && wantsHtml(request)) request.personal = await personalOf(request.ctx)
  })
}

async function personalOf(ctx: UserCtx): Promise<Personal> {
  const [announcement, { isNew, deleteAt, timeZone, shortcuts, editor }, views] = await Promise.all([
    bannerFor(ctx),
    readPersonal(ctx),
    listViews(ctx),
  ])
  return {
    announcement,
    isNew,
    deletion: deleteAt && { at: deleteAt, now: ctx.now },
    timeZone,
    shortcuts,
    views,
    editor,
  }
}
