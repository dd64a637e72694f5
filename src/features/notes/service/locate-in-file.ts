import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getContentsSince } from '#features/files/public.ts'
import type { AnchorLocation } from '../anchor/follow.ts'
import type { Note } from '../note.ts'
import { follow, followVersionsTask } from './follow-task.ts'

/** Locates the notes of a file in its newest version. Computed on read; nothing is written. */
export async function locateInFile(
  ctx: UserCtx,
  fileId: FileId,
  notes: readonly Note[],
): Promise<Map<NoteId, AnchorLocation>> {
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
  // Not every version is loaded: an anchor on a skipped version starts from the nearest earlier one.
  const starting = anchored.map(({ anchor }) => ({ ...anchor, version: nearest(anchor.version, known) }))
  const locations = await follow(ctx, followVersionsTask, { anchors: starting, versions: texts })
  return new Map(anchored.flatMap(({ id }, i) => (locations[i] ? [[id, locations[i]]] : [])))
}

function nearest(version: number, known: ReadonlySet<number>): number {
  return known.has(version) ? version : Math.max(...[...known].filter((each) => each <= version))
}
