import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { withQuota } from '#platform/db/quota.ts'
import { markWelcomeSeen } from '#features/auth/public.ts'
import { createFile, suggestName } from '#features/files/public.ts'
import { createNoteOnNewFile } from '#features/notes/public.ts'
import { importReminder, presetMoment } from '#features/reminders/public.ts'
import { SAMPLES } from './sample.ts'
import * as store from './store.ts'

/** One idempotent update. */
export async function ackWelcome(ctx: UserCtx): Promise<void> {
  await markWelcomeSeen(ctx)
}

/** The live sample file of this user, if there is one. */
export async function findSample(ctx: UserCtx): Promise<FileId | null> {
  return store.findSample(ctx.db, ctx.user.id)
}

/** The sample file, created with its note and reminder where there is none. Opening it ends the welcome. */
export async function openSample(ctx: UserCtx, tz: string): Promise<FileId> {
  await markWelcomeSeen(ctx)
  return (await findSample(ctx)) ?? createSample(ctx, tz)
}

/**
 * File, note and reminder in one transaction, so that a crash cannot leave half of them. It holds the lock of the user: of
 * concurrent requests the later ones find the sample of the first, and the key of the table refuses a second one in any case.
 */
async function createSample(ctx: UserCtx, tz: string): Promise<FileId> {
  const { fileName: wished, content, note: text } = SAMPLES[ctx.locale]
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const present = await store.findSample(trx, ctx.user.id)
    if (present) return present
    await store.forgetTrashedSample(trx, ctx.user.id)
    const fileName = await suggestName(trx, ctx.user.id, { folder: '', fileName: wished })
    const file = await createFile(trx, ctx, { fileName, content, source: 'web' })
    await store.insertSample(trx, ctx.user.id, file.id, ctx.now)
    const note = await createNoteOnNewFile(trx, ctx, assertFreeSlot, { id: file.id, text: content }, text)
    const remindAt = presetMoment('tomorrow-09', tz, ctx.now)
    const reminder = { remindAt, status: 'pending', ackAt: null, pushAt: remindAt, series: null, nextAt: null } as const
    await importReminder(trx, ctx, { id: note.id, fileId: file.id }, reminder)
    return file.id
  })
}
