/** One line of a text and the characters that end it: '' only at the end of a text without a final newline. */
export type Line = { text: string; end: '' | '\n' | '\r\n' | '\r' }

/**
 * How a file counts its lines: LF, CRLF and a lone CR end a line, as in CommonMark. U+2028 does not: editors and
 * version control do not count it, and a line link (`#L14`) must mean the same line everywhere.
 */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  // What follows the last line end is a line only when it is not empty.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The same lines with their ends, so that joining them gives exactly the text. */
export function linesWithEnds(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  // By code unit: a regular expression for the next line end costs ten times as much per line.
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== LF && unit !== CR) continue
    const end = unit === LF ? '\n' : text.charCodeAt(at + 1) === LF ? '\r\n' : '\r'
    lines.push({ text: text.slice(from, at), end })
    from = at + end.length
    at = from - 1
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '' })
  return lines
}

const LF = 0x0a
const CR = 0x0d
