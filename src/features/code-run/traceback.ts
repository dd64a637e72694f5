/** A piece of what a program said; `line` when it names a line of the program. */
export type Piece = { text: string; line: number | null }

const PLACE = /File "\/box\/main\.py", line (\d+)|main\.py:(\d+)(?=:)/g

/** Cuts words at the places that lead back into the program. */
export function linkLines(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(PLACE)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), line: null })
    pieces.push({ text: match[0], line: Number(match[1] ?? match[2]) })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), line: null })
  return pieces
}
