import { z } from 'zod'
import { SYMBOL_KINDS, type SymbolName } from '#base/symbol.ts'
import type { AnchorLocation, MoveOffer } from '#features/following/location.ts'
import { evidenceOf, type Place, PLACE_KINDS } from '#features/following/place.ts'
import type { Target } from '../note.ts'

/** A function, type or other definition, named without its container. */
export const SymbolItem = z.object({ kind: z.enum(SYMBOL_KINDS), name: z.string() })

export function toSymbolItem({ kind, name }: SymbolName): z.output<typeof SymbolItem> {
  return { kind, name }
}

/** A place that a note had, and what brought it there. */
const PlaceItem = z.object({
  kind: z.enum(PLACE_KINDS),
  /** For a note on a file: since which version. */
  version: z.int().optional(),
  /** For a note on a repository file: since which commit, and the file. */
  commit: z.string().optional(),
  path: z.string().optional(),
  at: z.string().nullable(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  /** The definition around the lines, or around the lost ones, when it is known. */
  symbol: SymbolItem.optional(),
})

export type PlaceItem = z.output<typeof PlaceItem>

/** The location in the newest version or commit. */
export const CurrentPlace = z.object({
  state: z.enum(['anchored', 'shifted', 'moved', 'changed', 'lost', 'unknown']),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  /** What happened to the lines last; missing when they only shifted, or when it is not known. */
  evidence: PlaceItem.optional(),
  /** The repository file that the note was attached to, when its code is in another one now. */
  was_path: z.string().optional(),
  /** For a lost note on a file: the file of the library that has its code now, and the lines in that version. */
  offer: z
    .object({ file_id: z.string(), path: z.string(), version: z.int(), line_start: z.int(), line_end: z.int() })
    .optional(),
})

export const PlacesReply = z.object({ ok: z.literal(true), places: z.array(PlaceItem), count: z.int() })

export function toWireLocation(location: AnchorLocation, target: Target) {
  const lines = 'lines' in location ? location.lines : null
  const { places = [] } = location
  const evidence = evidenceOf(places)
  const attached = places.findLast(({ kind }) => kind === 'attached')
  const wasElsewhere = target.kind === 'repo' && attached !== undefined && attached.path !== target.repoPath
  return {
    state: location.state,
    line_start: lines?.start ?? null,
    line_end: lines?.end ?? null,
    ...(evidence && { evidence: toPlaceItem(evidence, target) }),
    ...(wasElsewhere && { was_path: attached.path }),
    ...(location.offer && { offer: toWireOffer(location.offer) }),
  }
}

function toWireOffer({ fileId, path, version, lines }: MoveOffer) {
  return { file_id: fileId, path, version, line_start: lines.start, line_end: lines.end }
}

export function toPlaceItem({ kind, since, at, path, start, end, symbol }: Place, target: Target) {
  const where = target.kind === 'repo' ? { commit: since, path } : { version: Number(since) }
  return { kind, ...where, at, line_start: start, line_end: end, ...(symbol && { symbol }) }
}
