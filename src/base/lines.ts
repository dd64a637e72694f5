import { type Line, linesWithEnds, splitLines } from 'codeshelf-follow/diff'

// The package counts the lines that notes follow; all other code must count them in the same way.
export { type Line, linesWithEnds, splitLines }

export function countLines(text: string): number {
  return splitLines(text).length
}

/** The offsets of lines `start` to `end`, counted from 1 and with their line ends; null when the text has no such lines. */
export function lineSpan(text: string, start: number, end: number): { from: number; to: number } | null {
  if (start < 1 || end < start) return null
  let line = 1
  let from = start === 1 ? 0 : -1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== LF && unit !== CR) continue
    if (unit === CR && text.charCodeAt(at + 1) === LF) at += 1
    if (line === end) return { from, to: at + 1 }
    line += 1
    if (line === start) from = at + 1
  }
  // The last line may have no line end, and then it must have a character.
  const last = text.length
  return line === end && from >= 0 && from < last && !/[\r\n]$/.test(text) ? { from, to: last } : null
}

/** Lines `from` to `to` with their line ends; a range beyond the end stops there. */
export function sliceLines(text: string, { from, to }: { from: number; to: number }): string {
  return joinLines(linesWithEnds(text).slice(from - 1, to))
}

const LF = 0x0a
const CR = 0x0d

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.end).join('')
}
