import type { Range } from '#base/needle.ts'

export type Direction = 'ltr' | 'rtl'

const RTL = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc`
const RTL_TEXT = new RegExp(`[${RTL}]`)
const INLINE_CODE = /(`{1,3})[^`]+\1/g
/** Not part of the sentence: the x of a checked box is a letter too, and would reverse the direction of a Hebrew task. */
const BLOCK_MARK = /^[\s>#]*(?:[-*+]\s|\d+[.)]\s)?\s*(?:\[[ xX]\]\s)?/
/** A longer line is data, not a sentence, and the patterns below would take time that grows with the square of its length. */
export const PROSE_CHARS = 4000
const URL = String.raw`(?:https?|ftp|ssh|git|file)://`

/** The direction of a line of prose: that of its first letter outside code and addresses, as `dir=auto` skips isolates. */
export function proseDirection(text: string): Direction {
  const line = text.slice(0, PROSE_CHARS)
  const words = line.replace(BLOCK_MARK, '').replaceAll(INLINE_CODE, ' ').replaceAll(ADDRESS, ' ')
  return firstLetterDirection(words) ?? firstLetterDirection(text) ?? 'ltr'
}

function firstLetterDirection(text: string): Direction | null {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? null : RTL_TEXT.test(letter) ? 'rtl' : 'ltr'
}

/** Addresses and paths may contain Hebrew; they are left to right as a whole. */
const ADDRESS = new RegExp(
  String.raw`(?<=^|[\s"'([{]|[${RTL}]-?)(?:${URL}|www\.|(?:~|\.{1,2})?/(?=[\w.])|[A-Za-z]:\\)\S+`,
  'g',
)
const OPPOSITE = new RegExp(`[^${RTL}]+`, 'g')
/**
 * Left to right although it has no letter: `-5`, `+972-50-123-4567`, `100+`, `2024-05-12`, `1024×768`, `3 + 4 = 7`. A range of
 * two numbers follows its sentence.
 */
const NUMBER =
  /(?<![^\s([{"'=])(?:[-+−±~≈]|::)\d(?:[\d.,:/-]*\d)?|(?<![\d.,])\d[\d.,]*(?:\+(?!\d)|(?:×\d+)+)|(?<!\d)\d+(?:[-./:]\d+){2,}|(?<![\d.,])\d[\d.,]*(?: ?[-+*×÷/^] ?\d[\d.,]*){1,8} ?= ?[-−]?\d(?:[\d.,]*\d)?/g

/**
 * The runs of a right-to-left line that its reader reads from left to right as one piece. The Unicode algorithm gives the
 * neutral characters at their ends to the sentence: `C#` would become `#C`, `-5` would become `5-`, `/usr` would become `usr/`.
 */
export function leftToRightRuns(line: string): Range[] {
  if (line.length > PROSE_CHARS) return []
  const whole = [...matches(line, INLINE_CODE), ...matches(line, ADDRESS).map((range) => trimmed(line, range))]
  const runs: Range[] = []
  for (const range of whole.toSorted(([a], [b]) => a - b)) if (range[0] >= (runs.at(-1)?.[1] ?? 0)) runs.push(range)
  const gaps = [...runs, [line.length, line.length]].map(([end = 0], i): Range => [runs[i - 1]?.[1] ?? 0, end])
  for (const [start, end] of gaps)
    for (const [from, to] of matches(line.slice(start, end), OPPOSITE))
      runs.push(...runsBetween(line, start + from, start + to))
  return runs.filter(([from, to]) => to > from).toSorted(([a], [b]) => a - b)
}

/**
 * The same for a text of several elements, for each of them. A run over two of them is left out: one isolate cannot hold it,
 * and two would be two pieces in the order of the sentence. `direction` is that of the block, if not its first letter decides.
 */
export function runsByPiece(pieces: readonly string[], direction?: Direction): Range[][] {
  const text = pieces.join('')
  if (!RTL_TEXT.test(text) || (direction ?? proseDirection(text)) === 'ltr') return pieces.map(() => [])
  const runs = leftToRightRuns(text)
  let start = 0
  return pieces.map((piece) => {
    const [from, to] = [start, (start += piece.length)]
    return runs.filter((run) => run[0] >= from && run[1] <= to).map(([a, b]): Range => [a - from, b - from])
  })
}

function matches(text: string, pattern: RegExp): Range[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }): Range => [index, index + found.length])
}

/** A passage without right-to-left letters: signed numbers and dates, then one phrase from its first to its last Latin word. */
function runsBetween(line: string, from: number, to: number): Range[] {
  // A table row is read cell by cell, and a link is read before its address.
  const part = /^\s*\|/.test(line) ? /[^|]+/g : /(?:(?!\]\().)+/g
  return matches(line.slice(from, to), part).flatMap(([a, b]) => runsInPassage(line, from + a, from + b))
}

function runsInPassage(line: string, from: number, to: number): Range[] {
  const passage = line.slice(from, to)
  const words = [...passage.matchAll(/\S+/g)]
  const first = words.find(([word]) => /\p{L}/u.test(word))
  const last = lastOf(words)
  // The hyphen of `ב-5` belongs to the letter before it.
  const glued = from > 0 && /^\S/.test(passage) ? 1 : 0
  const numbers = matches(passage.slice(glued, first?.index), NUMBER).map(([a, b]): Range => [
    from + glued + a,
    from + glued + b,
  ])
  if (!first || !last) return numbers
  const phrase = trimmed(line, [from + first.index, from + last.index + last[0].length])
  const isAlone = !/\d/.test(line.slice(phrase[1], to))
  return isAlone && isOrderedByItself(line.slice(...phrase)) ? numbers : [...numbers, phrase]
}

/** The last word of a phrase: the last one with a letter, and numbers after it. After a comma a number belongs to the sentence. */
function lastOf(words: readonly RegExpExecArray[]): RegExpExecArray | undefined {
  let last = words.findLastIndex(([word]) => /\p{L}/u.test(word))
  if (last === -1) return undefined
  let open = bracketsIn(words.slice(0, last + 1))
  for (let i = last + 1; i < words.length; i++) {
    const [before = '', word = ''] = [words[i - 1]?.[0], words[i]?.[0]]
    if (open <= 0 && /[,;:.!?…]$/.test(before)) break
    open += bracketsIn([word])
    if (/\d/.test(word)) last = i
  }
  return words[last]
}

/** How many brackets stay open. */
function bracketsIn(words: readonly (string | RegExpExecArray)[]): number {
  const text = words.join(' ')
  return count(text, '(') + count(text, '[') - count(text, ')') - count(text, ']')
}

/** The Unicode algorithm keeps what is between two Latin letters in order; only the ends of a phrase can be torn off. */
function isOrderedByItself(phrase: string): boolean {
  return /^\p{L}(?:.*[\p{L}\d])?$/u.test(phrase)
}

const MAX_TRIMMED = 8
const GLUED_BEFORE = /^[-–—./:=|'"&(]/
const GLUED_AFTER = /[-–—./:=|'"&_]$/
const BEFORE = /^(?:["'“”„«»‘’`()[\]{},;:!?…–—]|\*+(?=\p{L})|~~|<(?!\/?[a-z!]))/iu
const AFTER = /(?:[.,;:!?…–—([{“„«‘`-]|(?<![/.*(\s])(?:\*+|~~))$/u

/** Gives punctuation of the sentence back to the sentence. */
function trimmed(line: string, [start, end]: Range): Range {
  let [from, to] = [start, end]
  if (RTL_TEXT.test(line.charAt(from - 1)) && GLUED_BEFORE.test(line.slice(from, to))) from++
  if (RTL_TEXT.test(line.charAt(to)) && GLUED_AFTER.test(line.slice(from, to))) to--
  for (let i = 0; i < MAX_TRIMMED && from < to; i++) from += BEFORE.exec(line.slice(from, to))?.[0].length ?? 0
  const whole = to
  for (let i = 0; i < MAX_TRIMMED && from < to; i++) to -= trailing(line.slice(from, to))
  return [from, to + ownPunctuation(line.charAt(from - 1), line.slice(to, whole))]
}

/** A whole quotation keeps its last mark: `"Hello, world!"`. */
function ownPunctuation(before: string, tail: string): number {
  const [, marks = '', close = ''] = /^([.!?…]+)(["'”’»)\]}])/.exec(tail) ?? []
  return before !== '' && (close === before || CLOSING[close] === before) ? marks.length : 0
}

const CLOSING: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '>': '<',
  '»': '«',
  '”': '“',
  '’': '‘',
}

/** How many characters at the end belong to the sentence: its punctuation, and a bracket or quote that opened before. */
function trailing(text: string): number {
  const mark = AFTER.exec(text)?.[0]
  if (mark !== undefined) return mark.length
  const last = text.slice(-1)
  const open = CLOSING[last]
  if (open !== undefined) return count(text, last) > count(text, open) ? 1 : 0
  return (last === '"' || last === "'") && count(text, last) % 2 === 1 ? 1 : 0
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}
