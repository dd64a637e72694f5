import { linesWithEnds } from '#base/lines.ts'
import { charLength, truncateChars } from '#base/text.ts'

/** Upper limit of an answer: the agent's model pays for every token it reads. */
export const ANSWER_BYTES = 24 * 1024
/** Reserved for the fields around a text: names, numbers, the call that reads the rest. */
const TEXT_BYTES = ANSWER_BYTES - 4 * 1024
/** A list appears in its answer twice, as text and as structured data. */
const LIST_BYTES = ANSWER_BYTES / 2 - 2 * 1024

const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** Counts how many items fit into one answer; at least one, so that pagination always advances. */
export function countFitting(items: readonly object[]): number {
  let bytes = 0
  const first = items.findIndex((item) => (bytes += bytesOf(JSON.stringify(item)) + 1) > LIST_BYTES)
  return first === -1 ? items.length : Math.max(1, first)
}

/** A position in a text: line from 1, character in the line from 0. */
export type TextPosition = { line: number; char: number }
export type Part = { text: string; toLine: number; lineCount: number; next: TextPosition | null }

/**
 * Returns the whole lines that fit, or the part of one oversized line that fits. Null when the text ends before the position.
 */
export function partOf(text: string, from: TextPosition, maxBytes = TEXT_BYTES): Part | null {
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

/** Cuts at a grapheme boundary unless a single grapheme is too long. */
function startOf(long: string, maxBytes: number): string {
  // A character takes at least one byte and at most two UTF-16 units.
  const line = long.slice(0, maxBytes + 2)
  let bytes = 0
  const chars = Array.from(line).findIndex((char) => (bytes += bytesOf(char)) > maxBytes)
  const whole = truncateChars(line, chars)
  return whole === '' ? Array.from(line).slice(0, chars).join('') : whole
}

/** An answer of a run holds stdout and stderr, each twice. */
const OUTPUT_BYTES = ANSWER_BYTES / 4 - 1024

export function previewBytes(text: string): { text: string; isCut: boolean } {
  if (bytesOf(text) <= OUTPUT_BYTES) return { text, isCut: false }
  return { text: startOf(text, OUTPUT_BYTES), isCut: true }
}

const PREVIEW_CHARS = 300

/** Previews for lists. */
export function previewOf(text: string): { text: string; isCut: boolean } {
  const start = truncateChars(text, PREVIEW_CHARS)
  return { text: start, isCut: start.length < text.length }
}
