import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Offload } from '#platform/threads.ts'
import { findNoteLinks, noLinksWhenUnreadable, recordLinks } from '#features/links/public.ts'
import * as store from '../store/unlinked.ts'

const NOTES_A_PAGE = 100

/** Stores the links of notes that have none stored, one page of them. Returns where the next page begins; null after the last one. */
export async function storeMissingNoteLinks(
  db: Db,
  offload: Offload,
  userId: UserId,
  after: NoteId | null,
): Promise<NoteId | null> {
  const notes = await store.listUnlinked(db, userId, after, NOTES_A_PAGE)
  for (const { id, content } of notes) {
    const links = await findNoteLinks({ offload }, content).catch(noLinksWhenUnreadable)
    if (links.length === 0) continue
    await db.transaction().execute(async (trx) => {
      // Locked as every save does: a text that was saved meanwhile has stored its links.
      if ((await store.lockContent(trx, userId, id)) === content)
        await recordLinks(trx, userId, { kind: 'note', id }, links)
    })
  }
  return notes.length < NOTES_A_PAGE ? null : (notes.at(-1)?.id ?? null)
}
