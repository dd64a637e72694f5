/** One line of a text and the characters that end it: '' only at the end of a text without a final newline. */
export type Line = { text: string; end: '' | '\n' | '\r\n' | '\r' }

/**
 * How a file counts its lines: LF, CRLF and a lone CR end a line, as in CommonMark. U+2028 does not: editors and
 * version control do not count it, and a line link (`#L14`) must mean the same line everywhere.
 */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  // What follows the last line end is a line only when something is there.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function countLines(text: string): number {
  return splitLines(text).length
}

/** The same lines with their ends, so that joining them gives the text back to the character. */
export function linesWithEnds(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  while (from < text.length) {
    const line = lineAt(text, from)
    lines.push(line)
    from += line.text.length + line.end.length
  }
  return lines
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.end).join('')
}

function lineAt(text: string, from: number): Line {
  LINE_END.lastIndex = from
  const match = LINE_END.exec(text)
  if (!match) return { text: text.slice(from), end: '' }
  const end = match[0] === '\n' || match[0] === '\r\n' ? match[0] : '\r'
  return { text: text.slice(from, match.index), end }
}

const LINE_END = /\r\n|\r|\n/g
