import type { FileId, UserId } from '#base/ids.ts'
import { MARKDOWN_LANGUAGES } from '#base/language/is-markdown.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Offload } from '#platform/threads.ts'
import { findFileLinks, noLinksWhenUnreadable, recordLinks } from '#features/links/public.ts'
import type { File } from '../file.ts'
import { readPacked } from '../store/bodies.ts'
import { lockFile } from '../store/files.ts'
import { listUnlinked } from '../store/unlinked.ts'

const FILES_A_PAGE = 50

/** Stores the links of Markdown files that have none stored, one page of them. Returns where the next page begins; null after the last one. */
export async function storeMissingFileLinks(
  db: Db,
  offload: Offload,
  userId: UserId,
  after: FileId | null,
): Promise<FileId | null> {
  const files = await listUnlinked(db, userId, MARKDOWN_LANGUAGES, after, FILES_A_PAGE)
  for (const file of files) await storeLinks(db, offload, userId, file)
  return files.length < FILES_A_PAGE ? null : (files.at(-1)?.id ?? null)
}

async function storeLinks(db: Db, offload: Offload, userId: UserId, file: File): Promise<void> {
  const packed = await readPacked(db, userId, file.id, file.version)
  const links = packed ? await findFileLinks({ offload }, packed, file.sizeBytes).catch(noLinksWhenUnreadable) : []
  if (links.length === 0) return
  await db.transaction().execute(async (trx) => {
    // Locked as every save does: a text that was saved meanwhile has stored its links.
    const present = await lockFile(trx, userId, file.id)
    if (present?.version === file.version && present.language === file.language)
      await recordLinks(trx, userId, { kind: 'file', id: file.id }, links, present.folder)
  })
}
