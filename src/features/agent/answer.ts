import { linesWithEnds } from '#base/lines.ts'
import { charLength, cutChars } from '#base/text.ts'

/** No answer is larger: what an agent reads, its model pays for. */
export const ANSWER_BYTES = 24 * 1024
/** Room for what stands around a text: names, numbers, the call that gets the rest. */
const TEXT_BYTES = ANSWER_BYTES - 4 * 1024
/** A list stands in its answer twice, as text and as data. */
const LIST_BYTES = ANSWER_BYTES / 2 - 2 * 1024

const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** How many of these fit into one answer; always one, so that whoever asks for the rest gets somewhere. */
export function fitting(items: readonly object[]): number {
  let bytes = 0
  const first = items.findIndex((item) => (bytes += bytesOf(JSON.stringify(item)) + 1) > LIST_BYTES)
  return first === -1 ? items.length : Math.max(1, first)
}

/** A place in a text: its line from 1, the character in it from 0. */
export type Spot = { line: number; char: number }
export type Part = { text: string; toLine: number; lineCount: number; next: Spot | null }

/** As many whole lines from there as fit, or as much as fits of one that is too long. Null: the text ends before. */
export function partOf(text: string, from: Spot, maxBytes = TEXT_BYTES): Part | null {
  const lines = linesWithEnds(text).map((line) => line.text + line.end)
  const lineCount = lines.length
  if (lineCount === 0 && from.line === 1 && from.char === 0) return { text: '', toLine: 0, lineCount, next: null }
  const first = withoutChars(lines[from.line - 1] ?? '', from.char)
  if (first === '') return null
  const room = [first, ...lines.slice(from.line)]
  let bytes = 0
  const full = room.findIndex((line) => (bytes += bytesOf(line)) > maxBytes)
  if (full === -1) return { text: room.join(''), toLine: lineCount, lineCount, next: null }
  if (full > 0) {
    const next = { line: from.line + full, char: 0 }
    return { text: room.slice(0, full).join(''), toLine: next.line - 1, lineCount, next }
  }
  const start = startOf(first, maxBytes)
  const next = { line: from.line, char: from.char + charLength(start) }
  return { text: start, toLine: from.line, lineCount, next }
}

function withoutChars(line: string, chars: number): string {
  return chars === 0 ? line : Array.from(line).slice(chars).join('')
}

/** Not inside a letter and its marks, unless one alone is too long. */
function startOf(long: string, maxBytes: number): string {
  // A character is a byte at least, and at most two units.
  const line = long.slice(0, maxBytes + 2)
  let bytes = 0
  const chars = Array.from(line).findIndex((char) => (bytes += bytesOf(char)) > maxBytes)
  const whole = cutChars(line, chars)
  return whole === '' ? Array.from(line).slice(0, chars).join('') : whole
}

/** Two of them stand in the answer of a run, each twice. */
const OUTPUT_BYTES = ANSWER_BYTES / 4 - 1024

export function previewBytes(text: string): { text: string; isCut: boolean } {
  if (bytesOf(text) <= OUTPUT_BYTES) return { text, isCut: false }
  return { text: startOf(text, OUTPUT_BYTES), isCut: true }
}

const PREVIEW_CHARS = 300

/** For lists: enough to choose by. */
export function previewOf(text: string): { text: string; isCut: boolean } {
  const start = cutChars(text, PREVIEW_CHARS)
  return { text: start, isCut: start.length < text.length }
}
