/** The vowels, without which no long piece is a word. */
const VOWEL = /[aeiouy]/i
const LONGEST_WORD = 20
const LONGEST_CAPITALS = 8
const LONGEST_NUMBERED = 26
/** The longest name with digits and both cases. */
const LONGEST_NAME = 32
/** Words of a name are longer than the runs of letters in random text. */
const MEAN_WORD = 3.5

/**
 * Distinguishes random strings from names: `jobs_orphan_reconcile_timed_out`, `HighErrorRate5xx` and `src/features/notes`
 * consist of words, a key does not. Prefers masking a word too many over leaking a key.
 */
export function looksRandom(run: string): boolean {
  if (/^[\da-f-]+$/i.test(run)) return true
  if (run.length >= LONGEST_NAME && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run)) return true
  const chunks = run.split(/[_/+=-]+/)
  if (chunks.some((chunk) => isDense(chunk))) return true
  const pieces = chunks.flatMap((chunk) => chunk.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|./g) ?? [])
  const words = pieces.filter((piece) => !/^\d/.test(piece))
  const numbers = pieces.length - words.length
  return numbers > 2 || words.join('').length < MEAN_WORD * words.length || !pieces.every(isWord)
}

/** Names contain at most one run of capitals, and those with a digit are short. */
function isDense(chunk: string): boolean {
  return (
    chunk.length >= LONGEST_WORD &&
    (/[A-Z]{2}.*[A-Z]{2}/.test(chunk) || (/\d/.test(chunk) && chunk.length > LONGEST_NUMBERED))
  )
}

function isWord(piece: string): boolean {
  if (/^\d+$/.test(piece)) return piece.length <= 4
  if (piece.length < 2 || piece.length > (/^[A-Z]{2}/.test(piece) ? LONGEST_CAPITALS : LONGEST_WORD)) return false
  // Short pieces may be abbreviations: http, ttl, db, 5xx.
  return piece.length <= 4 || VOWEL.test(piece)
}
