import { lineNumbering, type NumberedText } from '#base/diff/numbering.ts'

/** Lines of all texts that are remembered. */
const REMEMBERED_LINES = 500_000

/** Reads the two texts of a step line by line, with one numbering. */
export type ReadPair = (before: string, after: string) => { before: NumberedText; after: NumberedText }

/** Reads each text once for many steps: the later text of one step is mostly the earlier one of another. */
export function textPairs(): ReadPair {
  let read = lineNumbering()
  let known = new Map<string, NumberedText>()
  let lines = 0
  const of = (text: string, similar?: NumberedText): NumberedText => {
    const remembered = known.get(text)
    if (remembered) return remembered
    const made = read(text, similar)
    known.set(text, made)
    lines += made.ids.length
    return made
  }
  return (before, after) => {
    // Never between the two: ids of two numberings must not be compared.
    if (lines > REMEMBERED_LINES) [read, known, lines] = [lineNumbering(), new Map<string, NumberedText>(), 0]
    const earlier = of(before)
    return { before: earlier, after: of(after, earlier) }
  }
}
