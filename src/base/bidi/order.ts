import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

export type VisualOrder = {
  /** The embedding level of each character: even levels run left to right, odd ones right to left. */
  levels: number[]
  /** The indexes of the characters in display order, from left to right. */
  order: number[]
}

/**
 * bidi-js classifies UTF-16 units, so the halves of an emoji count as left-to-right letters. Each character outside of
 * the basic plane is therefore replaced by one of the basic plane with the same bidirectional class.
 */
const BASIC_PLANE: Readonly<Record<string, string>> = {
  L: 'a',
  R: 'א',
  AL: 'ا',
  EN: '1',
  AN: '٣',
  NSM: '\u0300',
  ON: '!',
}

/** The visual order of one left-to-right line by the Unicode Bidirectional Algorithm (UAX #9). */
export function visualOrder(chars: readonly string[]): VisualOrder {
  const line = chars
    .map((char) => (char.length === 1 ? char : (BASIC_PLANE[bidi.getBidiCharTypeName(char)] ?? '!')))
    .join('')
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  return { levels: [...embedding.levels], order: bidi.getReorderedIndices(line, embedding) }
}
