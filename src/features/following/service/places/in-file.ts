import type { Lines } from 'codeshelf-follow'
import type { FileId, NoteId } from '#base/ids.ts'
import { isoUtc } from '#base/time.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import { getContentsSince } from '#features/files/public.ts'
import type { AnchoredNote } from '../../anchored-note.ts'
import type { AnchorLocation } from '../../location.ts'
import { follow, followVersionsTask } from './follow-task.ts'

/**
 * Locates the notes of a file in its newest version, or in an earlier one. Computed on read; nothing is written. A note that was
 * attached to a later version is not in the result: anchors are followed forwards only.
 */
export async function locateInFile(
  ctx: ReaderCtx,
  fileId: FileId,
  notes: readonly AnchoredNote[],
  until = Infinity,
): Promise<Map<NoteId, AnchorLocation>> {
  const anchored = notes.flatMap((note) => {
    const { quote, lineStart, lineEnd } = note
    if (!quote || lineStart === null || quote.version > until) return []
    return [
      {
        id: note.id,
        anchor: { lines: { start: lineStart, end: lineEnd ?? lineStart }, version: quote.version, quote: quote.text },
      },
    ]
  })
  if (anchored.length === 0) return new Map()
  const oldest = Math.min(...anchored.map(({ anchor }) => anchor.version))
  const since = await getContentsSince(ctx, fileId, oldest)
  const texts = since.texts.filter(({ version }) => version <= until)
  const known = new Set(texts.map(({ version }) => version))
  // The version is one of those that are skipped in a long history.
  if (until !== Infinity && !known.has(until)) return new Map()
  // Not every version is loaded: an anchor on a skipped version starts from the nearest earlier one.
  const starting = anchored.map(({ anchor }) => ({ ...anchor, version: nearest(anchor.version, known) }))
  const versions = texts.map(({ at, ...text }) => ({ ...text, at: at && isoUtc(at) }))
  const locations = await follow(ctx, followVersionsTask, { anchors: starting, language: since.language, versions })
  return new Map(
    anchored.flatMap(({ id, anchor }, i) => {
      const location = locations[i]
      // Followed from another version than its own: lines with another text are a guess, which must not be published.
      const isGuess = until !== Infinity && location?.state === 'changed' && !known.has(anchor.version)
      return location && !isGuess ? [[id, location]] : []
    }),
  )
}

function nearest(version: number, known: ReadonlySet<number>): number {
  return known.has(version) ? version : Math.max(...[...known].filter((each) => each <= version))
}

/** The lines of notes in one version of their file. A note is missing from the result when its lines are not certain there. */
export async function linesInVersion(
  ctx: ReaderCtx,
  fileId: FileId,
  notes: readonly AnchoredNote[],
  version: number,
): Promise<Map<NoteId, Lines>> {
  const locations = await locateInFile(ctx, fileId, notes, version)
  return new Map([...locations].flatMap(([id, location]) => ('lines' in location ? [[id, location.lines]] : [])))
}
