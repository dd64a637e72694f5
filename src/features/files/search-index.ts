import { foldForSearch } from '#base/fold.ts'
import type { Clause } from '#base/search-query/text-terms.ts'

type Described = { fileName: string; description: string; tags: readonly string[] }
/** A folded text and the character pairs in it. */
export type SearchDoc = { doc: string; pairs: Uint8Array }

export function foldContent(content: string): SearchDoc {
  const doc = foldForSearch(content)
  return { doc, pairs: pairsOf(doc) }
}

/** The searched text. Line breaks between the parts keep a needle from matching across them. */
export function searchDoc(file: Described, content: SearchDoc): SearchDoc {
  const head = searchHead(file)
  const pairs = pairsOf(head)
  return { doc: head + content.doc, pairs: content.pairs.map((bits, i) => bits | (pairs[i] ?? 0)) }
}

/** The searched text before the content. Folding never crosses a line break, so head and content can be folded separately. */
export function searchHead({ fileName, description, tags }: Described): string {
  return foldForSearch(`${[fileName, description, ...tags].join('\n')}\n`)
}

/** What a search asks of the folded text of a file. At least one of the lists has something. */
export type TextFilter = { holds: readonly Clause[]; lacks: readonly string[] }

/** Which index narrows the files of a heavy user down to those that may match. */
export type SearchIndex = { by: 'trigrams' } | { by: 'pair'; bit: number }

/** Trigrams need three letters or digits in a row, pairs two characters with a symbol number. Null: no index helps, so search walks. */
export function indexFor({ holds }: TextFilter): SearchIndex | null {
  if (holds.some(hasTrigrams)) return { by: 'trigrams' }
  const bits = holds.flatMap((clause) => (clause.length === 1 ? [...pairBits(clause[0] ?? '')] : []))
  return bits[0] === undefined ? null : { by: 'pair', bit: bits[0] }
}

/** Whether every text of the clause is long enough for the index. */
export function hasTrigrams(clause: Clause): boolean {
  return clause.every((needle) => /[\p{L}\p{N}]{3}/u.test(needle))
}

/** The pairs of adjacent characters in a text: one bit for each of 64 × 64, numbered like PostgreSQL's `get_bit`. */
export function pairsOf(doc: string): Uint8Array {
  const pairs = new Uint8Array((SYMBOLS * SYMBOLS) / 8)
  let before = -1
  // Does not use `pairBits`: a generator is ten times slower, and a text may have two million characters.
  for (let i = 0; i < doc.length; i++) {
    const symbol = symbolOf(doc.charCodeAt(i))
    const bit = before * SYMBOLS + symbol
    if (before >= 0 && symbol >= 0) pairs[bit >> 3] = (pairs[bit >> 3] ?? 0) | (1 << (bit & 7))
    before = symbol
  }
  return pairs
}

const SYMBOLS = 64
const [DIGITS, UNDERSCORE, HEBREW] = [26, 36, 37]

function* pairBits(text: string): Generator<number> {
  let before = -1
  for (let i = 0; i < text.length; i++) {
    const symbol = symbolOf(text.charCodeAt(i))
    if (before >= 0 && symbol >= 0) yield before * SYMBOLS + symbol
    before = symbol
  }
}

/** The number of a lower-case Latin letter, digit, underscore or Hebrew letter; -1 for every other character. */
function symbolOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  if (code >= 0x30 && code <= 0x39) return DIGITS + code - 0x30
  if (code === 0x5f) return UNDERSCORE
  return code >= 0x5d0 && code <= 0x5ea ? HEBREW + code - 0x5d0 : -1
}

/** How many of the newest files search walks before it uses an index. */
export const WALK_FIRST = 1_000
/** The same when an index can be used: few, because for a rare needle walking costs more than the index. */
export const WALK_BRIEFLY = 150
/** Then the trigram index is asked for so many of the newest files, and at last for all. It has to read every file that may match. */
export const WINDOWS = [2_000, 12_000] as const
/** Of two letters, a needle with `OFTEN` hits among the first fills its page sooner by walking on than through an index. */
export const OFTEN = 3
export const WALK_ON = 1_500
/** Users above this many files are searched through the indexes. */
export const HEAVY_FILES = 1_000
