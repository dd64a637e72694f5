import type { OutlineItem } from './view.ts'

const DEEPEST = 6

/** One entry per line, which is what an entry links to: of several definitions on a line the first encloses the others or comes before them. */
export function symbolOutline(symbols: readonly { label: string; line: number; depth: number }[]): OutlineItem[] {
  const items = new Map<number, OutlineItem>()
  for (const { label, line, depth } of symbols)
    if (!items.has(line)) items.set(line, { text: label, level: Math.min(depth + 1, DEEPEST), line })
  return [...items.values()]
}
