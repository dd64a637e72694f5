import type { Lines } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import { overlap } from '#features/viewer/line-range.ts'
import type { LineMark } from '#features/viewer/view.ts'
import type { SharedVersion } from './share.ts'

/** Readers see all notes of a file at once, and the server renders them for each of them. */
export const MAX_SHARED_NOTES = 50

/**
 * A copy of a note in a share: without its author, its dates and its quote. `position` is that of its file, `number` counts from 1 in
 * that file. `lines` are those of the shared version; null: the note is on the whole file.
 */
export type SharedNote = { position: number; number: number; title: string; content: string; lines: Lines | null }

/** The note before it is copied. */
export type ShareableNote = Omit<SharedNote, 'number'> & { id: NoteId; updatedAt: Date }

/** Null when one of the lines is hidden: the note must not point at a line that its readers cannot see. */
export function visibleLines(lines: Lines | null, hiddenLines: readonly number[]): Lines | null {
  return lines && hiddenLines.some((line) => line >= lines.start && line <= lines.end) ? null : lines
}

/** The lines of a note that the share shows; `outside` when it shows none of them. Null is a note on the whole file. */
export function linesInRange(lines: Lines | null, range: SharedVersion['range']): Lines | 'outside' | null {
  const shown = lines && overlap({ from: lines.start, to: lines.end }, range)
  if (!shown) return null
  return shown.from <= shown.to ? { start: shown.from, end: shown.to } : 'outside'
}

/** Numbers the notes of each file: notes on the whole file first, the others from top to bottom. */
export function numberNotes<N extends Pick<SharedNote, 'position' | 'lines'>>(
  notes: readonly N[],
): (N & { number: number })[] {
  const byFile = Map.groupBy(notes, ({ position }) => position)
  return [...byFile.values()].flatMap((list) =>
    list.toSorted((a, b) => startOf(a) - startOf(b)).map((note, i) => ({ ...note, number: i + 1 })),
  )
}

/** The numbers of the notes at the first of their lines. */
export function lineMarks(notes: readonly SharedNote[]): LineMark[] {
  const byLine = Map.groupBy(notes, ({ lines }) => lines?.start ?? null)
  return [...byLine].flatMap(([line, on]) => (line === null ? [] : [{ line, numbers: on.map(({ number }) => number) }]))
}

function startOf({ lines }: Pick<SharedNote, 'lines'>): number {
  return lines?.start ?? 0
}
