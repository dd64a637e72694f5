import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getContentsSince } from '#features/files/public.ts'
import { followAnchors, type Place } from '../anchor/follow.ts'
import type { Note } from '../note.ts'

/** Where the notes of a file are in its newest version. Computed on reading; nothing is written. */
export async function placesOf(ctx: UserCtx, fileId: FileId, notes: readonly Note[]): Promise<Map<NoteId, Place>> {
  const anchored = notes.flatMap((note) => {
    const { quote, lineStart, lineEnd } = note
    if (!quote || lineStart === null) return []
    return [
      {
        id: note.id,
        anchor: { lines: { start: lineStart, end: lineEnd ?? lineStart }, version: quote.version, quote: quote.text },
      },
    ]
  })
  if (anchored.length === 0) return new Map()
  const oldest = Math.min(...anchored.map(({ anchor }) => anchor.version))
  const texts = await getContentsSince(ctx, fileId, oldest)
  const known = new Set(texts.map(({ version }) => version))
  // A note put on a version between the bridged ones starts from the next one that is at hand.
  const starting = anchored.map(({ anchor }) => ({ ...anchor, version: nearest(anchor.version, known) }))
  const places = followAnchors(starting, texts)
  return new Map(anchored.flatMap(({ id }, i) => (places[i] ? [[id, places[i]]] : [])))
}

function nearest(version: number, known: ReadonlySet<number>): number {
  return known.has(version) ? version : Math.max(...[...known].filter((each) => each <= version))
}
