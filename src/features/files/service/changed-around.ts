import type { FileId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import type { Packed } from '#platform/db/body-codec.ts'
import { listChangedBetween } from '../store/changed-around.ts'
import { readPackedBodies } from '../store/transfer.ts'

/** A file that changed: its newest text, and the one from before; null when it is new. */
export type ChangedAround = { id: FileId; path: string; version: number; before: Packed | null; after: Packed }

const AROUND_SECONDS = 3_600
const SCANNED = 1_000
const MAX_FILES = 200
/** Of all their texts together. */
const MAX_BYTES = 8 * 1024 * 1024

/** The other files that the user changed within an hour before or after a moment; null when they are too many to compare. */
export async function listChangedAround(ctx: ReaderCtx, except: FileId, at: Date): Promise<ChangedAround[] | null> {
  const between = { from: addSeconds(at, -AROUND_SECONDS), to: addSeconds(at, AROUND_SECONDS) }
  const limit = { scanned: SCANNED, files: MAX_FILES + 1 }
  const found = await listChangedBetween(ctx.db, ctx.user.id, except, between, limit)
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
  if (found.length > MAX_FILES || bytes > MAX_BYTES) return null
  const hashes = found.flatMap(({ before, after }) => (before ? [before, after] : [after]))
  const texts = await readPackedBodies(ctx.db, ctx.user.id, hashes)
  return found.flatMap(({ id, path, version, ...hash }): ChangedAround[] => {
    const after = texts.get(hash.after.toString('hex'))
    const before = hash.before && texts.get(hash.before.toString('hex'))
    // A text that was purged meanwhile.
    return after && before !== undefined ? [{ id, path, version, before, after }] : []
  })
}
