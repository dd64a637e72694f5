import { CommitStep, type FileChange, type Lines, linesIn, longestTogether } from 'codeshelf-follow'
import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import { type File, getFile, getPackedContent, listChangedAround } from '#features/files/public.ts'
import type { AnchoredNote } from '../../anchored-note.ts'
import type { AnchorLocation, MoveOffer } from '../../location.ts'
import { linesInVersion } from './in-file.ts'

/** Each version that lost code is compared with other files, the newest first. */
const MAX_LOSSES = 5

/** Version `version`, saved at `at`, no longer has the code of these notes. */
type Loss = { version: number; at: Date; notes: AnchoredNote[] }

/**
 * Adds to lost notes where in the library their code is now: in a file that was changed within an hour before or after the version that lost it. Computed
 * on read, so the order of the two saves does not matter, and a file without lost notes costs nothing.
 */
export async function withOffers(
  ctx: UserCtx,
  fileId: FileId,
  notes: readonly AnchoredNote[],
  locations: Map<NoteId, AnchorLocation>,
): Promise<Map<NoteId, AnchorLocation>> {
  const losses = lossesOf(notes, locations)
  if (losses.length === 0) return locations
  const file = await getFile(ctx, fileId)
  const offered = new Map(locations)
  for (const { version, at, notes: lost } of losses.slice(0, MAX_LOSSES)) {
    const wanted = lost.filter(({ moveDismissed }) => moveDismissed !== version)
    for (const [id, offer] of await findOffers(ctx, file, { version, at, notes: wanted })) {
      const location = locations.get(id)
      if (location) offered.set(id, { ...location, offer })
    }
  }
  return offered
}

/** The newest first. */
function lossesOf(notes: readonly AnchoredNote[], locations: ReadonlyMap<NoteId, AnchorLocation>): Loss[] {
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
  const wanted = await linesInVersion(ctx, file.id, notes, last)
  if (wanted.size === 0) return new Map()
  const before = await getPackedContent(ctx, file, last)
  const after = await getPackedContent(ctx, file, file.version)
  const job = { own: { before, after }, others, wanted: [...wanted.values()] }
  const found = await ctx.offload(findMovedTask, job).catch((error: unknown) => {
    // Without an offer the note is lost, as it is without this comparison.
    if (!isDeadlineOrBusy(error)) throw error
    return []
  })
  return new Map(
    [...wanted.keys()].flatMap((id, i): [NoteId, MoveOffer][] => {
      const moved = found[i]
      const other = moved && others[moved.file]
      if (!other) return []
      const { id: fileId, path, version: newest } = other
      return [[id, { fileId, path, version: newest, lines: { start: moved.start, end: moved.end } }]]
    }),
  )
}

type Change = { before: Packed | null; after: Packed }
type FindMoved = {
  /** The file that the code left: its last version with the code, and the newest. */
  own: Change
  others: readonly Change[]
  /** Lines of `own.before`. */
  wanted: readonly Lines[]
}
/** `file`: the index of one of the others. */
type Moved = Lines & { file: number }

const OWN = 'own'

/** Finds code that left a file in other files that changed, as a commit that changed all of them. Null where it is in none or not certain. */
export const findMovedTask: Task<FindMoved, (Moved | null)[]> = {
  name: 'find-moved',
  deadlineMs: 3_000,
  run({ own, others, wanted }) {
    const step = new CommitStep([changeOf(OWN, own), ...others.map((other, i) => changeOf(String(i), other))])
    return wanted.map(({ start, end }) => {
      const { to } = step.carry({ path: OWN, lines: linesIn([[start, end]]), isMoved: false })
      const lines = to && to.path !== OWN ? longestTogether(to.lines) : null
      return lines && { file: Number(to?.path), ...lines }
    })
  },
}

function changeOf(name: string, { before, after }: Change): FileChange {
  return { from: before && name, to: name, before: before && unpackBody(before), after: unpackBody(after) }
}
