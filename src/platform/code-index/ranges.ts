import { truncateChars } from '#base/text.ts'

/** Part of a line, in UTF-16 offsets of its text. */
export type CodeRange = { from: number; to: number }
export type CodeLine = { line: number; text: string; ranges: CodeRange[] }

type ByteRange = { offset: number; length: number }

/** A line as it is displayed: decoded, without its line end, cut at `maxChars`, with the matches in offsets of that text. */
export function toCodeLine(line: number, bytes: Buffer, matches: readonly ByteRange[], maxChars: number): CodeLine {
  // A line can have megabytes. No character has more than four bytes, so the rest cannot be displayed.
  const head = bytes.subarray(0, 4 * maxChars + 4)
  const whole = head.toString('utf8')
  const text = whole.length > maxChars ? truncateChars(whole, maxChars) : whole
  const at = (byte: number) => Math.min(text.length, head.toString('utf8', 0, Math.max(0, byte)).length)
  const ranges = matches
    .map(({ offset, length }) => ({ from: at(offset), to: at(offset + length) }))
    .filter(({ from, to }) => to > from)
  return { line, text: text.length < whole.length ? `${text}…` : text, ranges }
}
