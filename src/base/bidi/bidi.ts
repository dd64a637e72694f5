import type { ProseKind } from '#base/language/language.ts'
import { splitLines } from '#base/lines.ts'
import { visualOrder } from './order.ts'
import { lineDirections } from './prose-lines.ts'

/** A hidden mark that can display code in another order than it runs. Line and column count from 1, in characters. */
export type HiddenBidi = { line: number; column: number; char: string; name: string }

const NAMES: Readonly<Record<string, string>> = {
  '\u202a': 'LEFT-TO-RIGHT EMBEDDING',
  '\u202b': 'RIGHT-TO-LEFT EMBEDDING',
  '\u202c': 'POP DIRECTIONAL FORMATTING',
  '\u202d': 'LEFT-TO-RIGHT OVERRIDE',
  '\u202e': 'RIGHT-TO-LEFT OVERRIDE',
  '\u2066': 'LEFT-TO-RIGHT ISOLATE',
  '\u2067': 'RIGHT-TO-LEFT ISOLATE',
  '\u2068': 'FIRST STRONG ISOLATE',
  '\u2069': 'POP DIRECTIONAL ISOLATE',
  '\u200e': 'LEFT-TO-RIGHT MARK',
  '\u200f': 'RIGHT-TO-LEFT MARK',
  '\u061c': 'ARABIC LETTER MARK',
}

const ANY = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/
const EVERY = new RegExp(ANY.source, 'g')
const CONTROL = /[\u202a-\u202e\u2066-\u2069]/
const MARK = /[\u200e\u200f\u061c]/
// Punctuation around words is not syntax: a mark that only moves "!" to its side of a Hebrew word is legitimate.
const SYNTAX_OR_DIGIT = /[0-9()[\]{}<>=+*/%&|^~;:"'`@#$\\-]/
/** Longer lines are not laid out to see the effect of a mark; the mark is reported, to be on the safe side. */
const MAX_DRAWN_CHARS = 2000

/**
 * Hidden marks worth a warning. Embeddings, overrides and isolates: whenever they share a line with text or are not
 * closed. The three weak marks: only when removing them would move a syntax character or a number. Hebrew letters
 * alone never cause a warning, and a weak mark in a sentence does not either: writers of Hebrew put `-5` in its place with it.
 */
export function findHiddenBidi(text: string, prose: ProseKind | null = null): HiddenBidi[] {
  if (!ANY.test(text)) return []
  const lines = splitLines(text)
  const directions = prose && lineDirections(lines, prose)
  return lines.flatMap((line, index) => {
    const isCode = (directions?.[index] ?? null) === null
    return ANY.test(line) ? inLine(line, index + 1, isCode) : []
  })
}

/** Displays each mark in a line of HTML as a small symbol; the character stays, so that a copy is still the stored text. */
export function revealBidi(html: string): string {
  return html.replaceAll(EVERY, (char) => {
    const code = `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    // A bdi element closes the embedding of the mark inside it, so revealing also displays the line in its true order.
    return `<bdi class="bidi-mark" dir="ltr" title="${NAMES[char] ?? code}" data-code="${code}">${char}</bdi>`
  })
}

function inLine(line: string, number: number, isCode: boolean): HiddenBidi[] {
  const chars = Array.from(line)
  const controls = CONTROL.test(line) && (hasOtherText(line) || !isBalanced(chars))
  const marks = isCode && MARK.test(line) && marksReorder(chars)
  return chars.flatMap((char, index) => {
    const reported = (controls && CONTROL.test(char)) || (marks && MARK.test(char))
    return reported ? [{ line: number, column: index + 1, char, name: NAMES[char] ?? '' }] : []
  })
}

function hasOtherText(line: string): boolean {
  return line.replaceAll(EVERY, '').trim() !== ''
}

/** Whether every embedding and isolate is closed in its own line, in order. */
function isBalanced(chars: readonly string[]): boolean {
  const open: string[] = []
  for (const char of chars) {
    if (/[\u202a\u202b\u202d\u202e]/.test(char)) open.push('\u202c')
    else if (/[\u2066-\u2068]/.test(char)) open.push('\u2069')
    else if (/[\u202c\u2069]/.test(char) && open.pop() !== char) return false
  }
  return open.length === 0
}

/** Removes all marks of a line together: of two marks with the same effect, removing one alone would change nothing. */
function marksReorder(chars: readonly string[]): boolean {
  if (chars.length > MAX_DRAWN_CHARS) return true
  const kept = [...chars.keys()].filter((i) => !ANY.test(chars[i] ?? ''))
  const withMarks = visualOrder(chars)
  const without = visualOrder(kept.map((i) => chars[i] ?? ''))
  const orderWith = withMarks.order.filter((i) => !ANY.test(chars[i] ?? ''))
  const orderWithout = without.order.map((i) => kept[i] ?? 0)
  if (orderWith.every((index, n) => index === orderWithout[n])) return false
  return kept.some((i, n) => withMarks.levels[i] !== without.levels[n] && SYNTAX_OR_DIGIT.test(chars[i] ?? ''))
}
