import { foldForSearch } from '#base/fold.ts'

/** What search looks at. Line breaks between the parts keep a needle from matching across them. */
export function searchDoc(
  file: { fileName: string; description: string; tags: readonly string[] },
  content: string,
): string {
  return foldForSearch([file.fileName, file.description, ...file.tags, content].join('\n'))
}

/** How the files of a heavy user that may hold a needle are found. */
export type SearchIndex = { by: 'trigrams' } | { by: 'pair'; bit: number }

/** Trigrams need three letters or digits in a row, pairs two that have a number. Null: only walking finds this needle. */
export function indexFor(needle: string): SearchIndex | null {
  if (/[\p{L}\p{N}]{3}/u.test(needle)) return { by: 'trigrams' }
  const [bit] = pairBits(needle)
  return bit === undefined ? null : { by: 'pair', bit }
}

/** `%`, `_` and `\` are plain characters. */
export function likePattern(needle: string): string {
  return `%${needle.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Which pairs of neighbouring characters a text has: one bit for each of 64 × 64, numbered as PostgreSQL's `get_bit`. */
export function pairsOf(doc: string): Uint8Array {
  const pairs = new Uint8Array((SYMBOLS * SYMBOLS) / 8)
  for (const bit of pairBits(doc)) pairs[bit >> 3] = (pairs[bit >> 3] ?? 0) | (1 << (bit & 7))
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

/** Small Latin letters, digits, underscore and the 27 Hebrew letters; -1 for every other character. */
function symbolOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  if (code >= 0x30 && code <= 0x39) return DIGITS + code - 0x30
  if (code === 0x5f) return UNDERSCORE
  return code >= 0x5d0 && code <= 0x5ea ? HEBREW + code - 0x5d0 : -1
}

/** How many of the newest files are walked before an index is asked. */
export const WALK_FIRST = 1_000
/**
 * The same where an index stands ready: few, because they cost more than the index for a rare needle. A needle with
 * `OFTEN` hits among them fills its page by walking on sooner than the index has looked at all its hits.
 */
export const WALK_BRIEFLY = 150
export const OFTEN = 3
export const WALK_ON = 1_500
/** Users above this many files are searched through the indexes. */
export const HEAVY_FILES = 1_000
