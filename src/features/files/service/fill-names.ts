import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { readNames } from '#platform/symbols/read-names.ts'
import type { Offload } from '#platform/threads.ts'
import { findFileWithText, lockFile } from '../store/files.ts'
import { listUnread, putNames, type UnreadFile } from '../store/search-docs.ts'
import { withFileName } from './file-names.ts'

const FILES_A_ROUND = 200

export async function anyUnread(db: Db): Promise<boolean> {
  return (await listUnread(db, new Map(), 1)).length > 0
}

/**
 * Reads the symbols of files that no save has read: those from before symbols were stored, large ones that were written inside a longer transaction, and those for
 * which no thread was free. One transaction per file.
 */
export async function fillNames({ db, progress, signal }: JobCtx, offload: Offload): Promise<void> {
  let filled = 0
  const listed = new Map<UserId, FileId>()
  for (let page = await listUnread(db, listed, FILES_A_ROUND); page.length > 0;) {
    for (const file of page) {
      if (signal.aborted) return
      if (await fillOne(db, offload, file)) progress(++filled)
      listed.set(file.userId, file.id)
    }
    page = await listUnread(db, listed, FILES_A_ROUND)
  }
}

async function fillOne(db: Db, offload: Offload, unread: UnreadFile): Promise<boolean> {
  const found = await findFileWithText(db, unread.userId, unread.id)
  if (!found) return false
  const { file, text } = found
  const names = withFileName(file, await readNames(offload, file.language, text))
  if (!names) return false
  return db.transaction().execute(async (trx) => {
    // Locked as every save does: a text that was saved meanwhile has other symbols.
    const present = await lockFile(trx, unread.userId, unread.id)
    const isSame =
      present?.version === file.version && present.language === file.language && present.fileName === file.fileName
    return isSame && putNames(trx, unread, names)
  })
}
