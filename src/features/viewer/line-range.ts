/** A range of lines as in links, counted from 1, both ends included. */
export type LineRange = { from: number; to: number }

/** Parses `#L14` and `#L14-L26`; reversed ends are swapped. Null when it names no line of the file. */
export function parseHash(hash: string, last: number): LineRange | null {
  const match = /^#L(\d+)(?:-L?(\d+))?$/.exec(hash)
  return match ? within(Number(match[1]), Number(match[2] ?? match[1]), last) : null
}

/** Parses typed ranges: `14`, `14-26`, `L14:26`. A line beyond the end means the last line. */
export function parseTyped(text: string, last: number): LineRange | null {
  const match = /^\s*L?(\d+)(?:\s*[-:–]\s*L?(\d+))?\s*$/i.exec(text)
  if (!match || last === 0) return null
  const inFile = (digits: string) => Math.min(Math.max(Number(digits), 1), last)
  const from = inFile(match[1] ?? '')
  return rangeBetween(from, match[2] === undefined ? from : inFile(match[2]))
}

export function rangeBetween(a: number, b: number): LineRange {
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

export function formatHash({ from, to }: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-L${to}`
}

/** The lines in both ranges; null stands for all lines. `to` is before `from` when the ranges have no line in common. */
export function overlap(a: LineRange | null, b: LineRange | null): LineRange | null {
  return a && b ? { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) } : (a ?? b)
}

export function lineTotal({ from, to }: LineRange): number {
  return to - from + 1
}

function within(a: number, b: number, last: number): LineRange | null {
  const { from, to } = rangeBetween(a, b)
  return from < 1 || from > last ? null : { from, to: Math.min(to, last) }
}
