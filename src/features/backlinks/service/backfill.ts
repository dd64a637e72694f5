import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import { storeMissingFileLinks } from '#features/files/public.ts'
import { storeMissingNoteLinks } from '#features/notes/public.ts'
import * as store from '../store.ts'

const USERS_A_ROUND = 20

export async function anyUnread(db: Db): Promise<boolean> {
  return (await store.listUnread(db, 1)).length > 0
}

/** How far the texts of a user have been read; null at the end of them. */
type Place = { note: NoteId | 'start' | null; file: FileId | 'start' | null }

/**
 * Stores the links of texts that were saved before links were stored. A page of one user, then a page of the next, so that a large library
 * delays nobody. What an interrupted run has stored is left out by the next one.
 */
export async function backfillLinks(ctx: JobCtx, offload: Offload): Promise<void> {
  const { db, clock, progress, signal } = ctx
  let read = 0
  for (let users = await store.listUnread(db, USERS_A_ROUND); users.length > 0;) {
    const places = new Map(users.map((userId): [UserId, Place] => [userId, { note: 'start', file: 'start' }]))
    while (places.size > 0) {
      for (const [userId, place] of places) {
        if (signal.aborted) return
        await readPage(db, offload, userId, place)
        if (place.note !== null || place.file !== null) continue
        await store.markRead(db, userId, clock())
        places.delete(userId)
        progress(++read)
      }
    }
    const next = await store.listUnread(db, USERS_A_ROUND)
    // An account that is being erased stays unread.
    users = next.filter((userId) => !users.includes(userId))
  }
}

async function readPage(db: Db, offload: Offload, userId: UserId, place: Place): Promise<void> {
  if (place.note !== null)
    place.note = await storeMissingNoteLinks(db, offload, userId, place.note === 'start' ? null : place.note)
  else if (place.file !== null)
    place.file = await storeMissingFileLinks(db, offload, userId, place.file === 'start' ? null : place.file)
}
