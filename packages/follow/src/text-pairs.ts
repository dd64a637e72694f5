import { lineNumbering, type NumberedText } from './diff/numbering.ts'
import { normaliseWhitespace } from './likeness.ts'

/** Lines of all texts that are remembered. */
const REMEMBERED_LINES = 500_000

/** A text, line by line. `normalised`: a number for each line, which is equal for lines that differ in white space only. */
export type PairedText = NumberedText & { normalised: () => Uint32Array }

/** Reads the two texts of a step line by line, with one numbering. */
export type ReadPair = (before: string, after: string) => { before: PairedText; after: PairedText }

/** Reads each text once for many steps: the later text of one step is mostly the earlier one of another. */
export function textPairs(): ReadPair {
  let [read, normalise] = [lineNumbering(), whitespaceNumbering()]
  let known = new Map<string, PairedText>()
  let lines = 0
  const of = (text: string, similar?: NumberedText): PairedText => {
    const remembered = known.get(text)
    if (remembered) return remembered
    const made = withNormalised(read(text, similar), normalise)
    known.set(text, made)
    lines += made.ids.length
    return made
  }
  return (before, after) => {
    // Never between the two: ids of two numberings must not be compared.
    if (lines > REMEMBERED_LINES)
      [read, normalise, known, lines] = [lineNumbering(), whitespaceNumbering(), new Map<string, PairedText>(), 0]
    const earlier = of(before)
    return { before: earlier, after: of(after, earlier) }
  }
}

type Normalise = (text: NumberedText) => Uint32Array

function withNormalised(text: NumberedText, normalise: Normalise): PairedText {
  let numbers: Uint32Array | null = null
  return { ...text, normalised: () => (numbers ??= normalise(text)) }
}

/** The number of an empty line, also of one behind the end of a text. */
export const EMPTY_LINE = 0

/** Normalises each line once, however many texts have it. */
function whitespaceNumbering(): Normalise {
  const numbers = new Map<string, number>([['', EMPTY_LINE]])
  const byId: number[] = []
  return ({ ids, texts }) => {
    const normalised = new Uint32Array(ids.length)
    for (let i = 0; i < ids.length; i++) normalised[i] = byId[ids[i] ?? 0] ??= numberOf(texts[i])
    return normalised
  }

  function numberOf(line: string | undefined): number {
    const text = normaliseWhitespace(line)
    const number = numbers.get(text) ?? numbers.size
    if (number === numbers.size) numbers.set(text, number)
    return number
  }
}
