/** The limit of lines in one choice. */
export const MAX_HIDDEN_LINES = 5_000

/** `3, 10-12` → 3, 10, 11, 12. Null when the text is anything else or names more lines than the limit. */
export function parseLines(text: string): number[] | null {
  const chosen = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const match = /^(\d{1,7})(?:[-–](\d{1,7}))?$/.exec(part)
    const first = Number(match?.[1] ?? 0)
    const last = Number(match?.[2] ?? first)
    if (first < 1 || last < first || last - first >= MAX_HIDDEN_LINES) return null
    for (let line = first; line <= last; line++) chosen.add(line)
  }
  return chosen.size > MAX_HIDDEN_LINES ? null : inOrder(chosen)
}

/** The inverse: 3, 10, 11, 12 → `3, 10-12`. */
export function formatLines(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of inOrder(lines)) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ')
}

export function inOrder(lines: Iterable<number>): number[] {
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

type Lines = { from: number; to: number }
/** Lines with something that looks secret, which are hidden or shown together. */
export type HiddenPart = Lines & { isHidden: boolean }
type Hiding = { typed: readonly number[]; parts: readonly HiddenPart[] }

/** Hides the lines, or shows them when the last of them is hidden. A part that they touch follows as a whole. */
export function toggled({ typed, parts }: Hiding, { from, to }: Lines): { typed: number[]; parts: HiddenPart[] } {
  const isHidden = (line: number) =>
    typed.includes(line) || parts.some((part) => part.isHidden && part.from <= line && line <= part.to)
  const hides = !isHidden(to)
  const next = parts.map((part) => (part.from <= to && from <= part.to ? { ...part, isHidden: hides } : part))
  const own = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (line) => !next.some((part) => part.from <= line && line <= part.to),
  )
  const others = typed.filter((line) => line < from || line > to)
  return { typed: inOrder(hides ? [...others, ...own] : others), parts: next }
}
