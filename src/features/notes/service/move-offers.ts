import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { isDeadlineOrBusy } from '#platform/threads.ts'
import { type File, getFile, getPackedContent, listChangedAround } from '#features/files/public.ts'
import type { AnchorLocation } from '../anchor/location.ts'
import type { MoveOffer } from '../move-offer.ts'
import type { Note } from '../note.ts'
import { listDismissed } from '../store/move-offers.ts'
import { findMovedTask } from './find-moved-task.ts'
import { locateInFile } from './locate-in-file.ts'

/** Each version that lost code is compared with other files, the newest first. */
const MAX_LOSSES = 5

/** Version `version`, saved at `at`, no longer has the code of these notes. */
type Loss = { version: number; at: Date; notes: Note[] }

/**
 * Adds to lost notes where in the library their code is now: in a file that was changed within an hour before or after the version that lost it. Computed
 * on read, so the order of the two saves does not matter, and a file without lost notes costs nothing.
 */
export async function withOffers(
  ctx: UserCtx,
  fileId: FileId,
  notes: readonly Note[],
  locations: Map<NoteId, AnchorLocation>,
): Promise<Map<NoteId, AnchorLocation>> {
  const losses = lossesOf(notes, locations)
  if (losses.length === 0) return locations
  const file = await getFile(ctx, fileId)
  const dismissed = await listDismissed(ctx.db, ctx.user.id, fileId)
  const offered = new Map(locations)
  for (const { version, at, notes: lost } of losses.slice(0, MAX_LOSSES)) {
    const wanted = lost.filter(({ id }) => dismissed.get(id) !== version)
    for (const [id, offer] of await findOffers(ctx, file, { version, at, notes: wanted })) {
      const location = locations.get(id)
      if (location) offered.set(id, { ...location, offer })
    }
  }
  return offered
}

/** The newest first. */
function lossesOf(notes: readonly Note[], locations: ReadonlyMap<NoteId, AnchorLocation>): Loss[] {
  const losses = new Map<number, Loss>()
  for (const note of notes) {
    const location = locations.get(note.id)
    const last = location?.places?.at(-1)
    if (location?.state !== 'lost' || last?.kind !== 'lost' || last.at === null) continue
    const version = Number(last.since)
    const loss = losses.get(version) ?? { version, at: new Date(last.at), notes: [] }
    loss.notes.push(note)
    losses.set(version, loss)
  }
  return [...losses.values()].toSorted((a, b) => b.version - a.version)
}

async function findOffers(ctx: UserCtx, file: File, { version, at, notes }: Loss): Promise<Map<NoteId, MoveOffer>> {
  if (notes.length === 0) return new Map()
  const others = await listChangedAround(ctx, file.id, at)
  if (others === null || others.length === 0) return new Map()
  const last = version - 1
  const wanted = await linesAt(ctx, file.id, notes, last)
  if (wanted.length === 0) return new Map()
  const before = await getPackedContent(ctx, file, last)
  const after = await getPackedContent(ctx, file, file.version)
  const job = { own: { before, after }, others, wanted: wanted.map(({ lines }) => lines) }
  const found = await ctx.offload(findMovedTask, job).catch((error: unknown) => {
    // Without an offer the note is lost, as it is without this comparison.
    if (!isDeadlineOrBusy(error)) throw error
    return []
  })
  return new Map(
    wanted.flatMap(({ id }, i): [NoteId, MoveOffer][] => {
      const moved = found[i]
      const other = moved && others[moved.file]
      if (!other) return []
      const { id: fileId, path, version: newest } = other
      return [[id, { fileId, path, version: newest, lines: { start: moved.start, end: moved.end } }]]
    }),
  )
}

/** The lines of the notes in the last version that had them. */
async function linesAt(ctx: UserCtx, fileId: FileId, notes: readonly Note[], version: number) {
  const locations = await locateInFile(ctx, fileId, notes, version)
  return [...locations].flatMap(([id, location]) => ('lines' in location ? [{ id, lines: location.lines }] : []))
}
