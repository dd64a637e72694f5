import { parseId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findNotes, listUnlocatedNotes } from '#features/notes/public.ts'
import type { PreparedNotes } from '../preparation.ts'
import type { SharedVersion } from '../share.ts'
import { MAX_SHARED_NOTES, numberNotes } from '../shared-note.ts'
import { toShareable } from './copy-notes.ts'
import { scanNotes } from './scan-notes.ts'

/**
 * The notes that can be chosen on the page of one file, and those that were chosen on the pages of all. A chosen note that was deleted
 * meanwhile is left out; the page then shows that the choice has changed.
 */
export async function prepareNotes(
  ctx: UserCtx,
  files: readonly SharedVersion[],
  shown: SharedVersion,
  ids: readonly string[],
): Promise<PreparedNotes> {
  const own = await listUnlocatedNotes(ctx, shown.fileId)
  const ownIds = new Set<string>(own.map(({ id }) => id))
  const elsewhere = ids.filter((id) => !ownIds.has(id)).map((id) => parseId<'note'>(id))
  const others = await findNotes(
    ctx,
    elsewhere.filter((id) => id !== null),
  )
  const all = await toShareable(ctx, files, [...own, ...others])
  const picked = new Set(ids)
  const chosen = all.filter(({ id }) => picked.has(id))
  const isTooMany = chosen.length > MAX_SHARED_NOTES
  return {
    listed: all.filter(({ position }) => position === shown.position),
    chosen,
    shown: isTooMany ? [] : numberNotes(chosen.filter(({ position }) => position === shown.position)),
    scans: isTooMany ? new Map() : await scanNotes(ctx, files, chosen),
    isTooMany,
  }
}
