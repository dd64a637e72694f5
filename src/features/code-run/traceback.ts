/** A piece of program output; `line` when it names a line of the program. */
export type Piece = { text: string; line: number | null }

const LINE_REFERENCE = /File "\/box\/main\.py", line (\d+)|main\.py:(\d+)(?=:)/g

/** Whether the program ended because `input()` found no further line. */
export function wantsInput(stderr: string): boolean {
  return /^EOFError: EOF when reading a line\s*$/m.test(stderr)
}

/** Splits output at the references to program lines. */
export function linkLines(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINE_REFERENCE)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), line: null })
    pieces.push({ text: match[0], line: Number(match[1] ?? match[2]) })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), line: null })
  return pieces
}
