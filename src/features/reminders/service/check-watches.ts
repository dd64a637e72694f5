import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import {
  findVersionText,
  isUnchecked,
  listUnchecked,
  lockUnchecked,
  putChecked,
  type UncheckedFile,
} from '#features/files/public.ts'
import { findChangesInFile } from '#features/following/public.ts'
import { fireWatches, isFileWatched, listWatchingFile } from '#features/notes/public.ts'
import { beginNow } from '../store/occurrences.ts'

/** Files that are read at once. */
const BATCH = 50

export async function anyUnchecked(db: Db): Promise<boolean> {
  return (await listUnchecked(db, 1)).length > 0
}

/** Makes the notes due whose watch has fired. Call it in the transaction in which it fired: the reminder commits with it, or neither does. */
export async function remindOfChanges(trx: Db, userId: UserId, ids: readonly NoteId[], now: Date): Promise<void> {
  await beginNow(trx, userId, ids, now)
}

/** Checks the watches on files that have a new version, until there is none. */
export async function checkFiles(ctx: JobCtx, offload: Offload): Promise<void> {
  let checked = 0
  for (;;) {
    const files = await listUnchecked(ctx.db, BATCH)
    let done = 0
    for (const file of rotated(files, ctx.newId<'check'>())) {
      if (ctx.signal.aborted) return
      if (await checkFile(ctx, offload, file)) done += 1
    }
    ctx.progress((checked += done))
    // Those that were saved again meanwhile wait for the next run.
    if (files.length < BATCH || done === 0) return
  }
}

/** Each worker begins at another file, so that few are checked by two of them; only one of these fires. */
function rotated<T>(items: readonly T[], id: string): T[] {
  const start = items.length === 0 ? 0 : Number.parseInt(id.slice(-6), 16) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/**
 * Looks for the watched lines first, without a lock: that may take seconds. Then fires in one transaction, which holds the file, so that
 * nobody saves it or arms a watch on it in between. False when the file was saved again, or another worker was faster.
 */
async function checkFile({ db, clock }: JobCtx, offload: Offload, file: UncheckedFile): Promise<boolean> {
  const { userId, id, version, language } = file
  if (!(await isUnchecked(db, file))) return false
  const content = (await findVersionText(db, userId, id, version)) ?? ''
  const watching = await listWatchingFile(db, userId, id)
  const ctx = { db, offload, user: { id: userId } }
  const changes = await findChangesInFile(ctx, id, watching, { version, content, language })
  return db.transaction().execute(async (trx) => {
    if (!(await lockUnchecked(trx, file))) return false
    const now = clock()
    const fired = await fireWatches(trx, userId, changes, now)
    if (fired.length > 0) await remindOfChanges(trx, userId, fired, now)
    await putChecked(trx, file, await isFileWatched(trx, userId, id))
    return true
  })
}
