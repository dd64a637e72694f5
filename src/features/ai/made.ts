/** Letters that a word can be said with. */
const SAID = /[aeiouy]/i
const LONGEST_WORD = 20
const LONGEST_SHOUT = 8
const NUMBERED = 26
/** Of names with digits and both cases. */
const LONGEST_NAME = 32
/** Words of a name are longer than what dice give between two changes of case. */
const MEAN_WORD = 3.5

/**
 * Was this made by dice, or by somebody who speaks? `jobs_orphan_reconcile_timed_out`, `HighErrorRate5xx` and `src/features/notes`
 * are made of words; a key is not. A word too many is hidden rather than a key too few.
 */
export function looksMade(run: string): boolean {
  if (/^[\da-f-]+$/i.test(run)) return true
  if (run.length >= LONGEST_NAME && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run)) return true
  const chunks = run.split(/[_/+=-]+/)
  if (chunks.some((chunk) => isDense(chunk))) return true
  const pieces = chunks.flatMap((chunk) => chunk.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|./g) ?? [])
  const words = pieces.filter((piece) => !/^\d/.test(piece))
  const numbers = pieces.length - words.length
  return numbers > 2 || words.join('').length < MEAN_WORD * words.length || !pieces.every(isSpoken)
}

/** Names do not shout twice, and those with a number in them are short. */
function isDense(chunk: string): boolean {
  return (
    chunk.length >= LONGEST_WORD && (/[A-Z]{2}.*[A-Z]{2}/.test(chunk) || (/\d/.test(chunk) && chunk.length > NUMBERED))
  )
}

function isSpoken(piece: string): boolean {
  if (/^\d+$/.test(piece)) return piece.length <= 4
  if (piece.length < 2 || piece.length > (/^[A-Z]{2}/.test(piece) ? LONGEST_SHOUT : LONGEST_WORD)) return false
  // Short ones may be abbreviations: http, ttl, db, 5xx.
  return piece.length <= 4 || SAID.test(piece)
}
