import { formatLines, inOrder } from './hidden-lines.ts'
import type { Finding } from './secrets/find.ts'

/** Which lines of which place are hidden. */
export type Choice = ReadonlyMap<number, readonly number[]>

/** Everything that looks secret: what is hidden unless somebody says otherwise. */
export function hideAll(findings: ReadonlyMap<number, readonly Finding[]>): Choice {
  return new Map([...findings].map(([place, found]) => [place, inOrder(found.flatMap(linesOf))]))
}

/** Ticked findings (`2:14-16`, place and lines) and lines that were typed. */
export function readChoice(ticked: readonly string[], typed: Choice): Choice {
  const chosen = new Map<number, number[]>([...typed].map(([place, lines]) => [place, [...lines]]))
  for (const tick of ticked) {
    const [, place, from, to] = /^(\d{1,3}):(\d{1,7})-(\d{1,7})$/.exec(tick) ?? []
    if (place === undefined || Number(to) < Number(from) || Number(to) - Number(from) > 1_000) continue
    const lines = chosen.get(Number(place)) ?? []
    chosen.set(Number(place), inOrder([...lines, ...linesOf({ from: Number(from), to: Number(to) })]))
  }
  return chosen
}

/** One spelling for each choice: two are equal when their spellings are. */
export function spell(choice: Choice): string {
  return [...choice]
    .filter(([, lines]) => lines.length > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([place, lines]) => `${place}:${formatLines(lines)}`)
    .join('|')
}

export function linesOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Lines of a choice that no finding explains: those that somebody typed. */
export function typedLines(lines: readonly number[], findings: readonly Finding[]): number[] {
  const found = new Set(findings.flatMap(linesOf))
  return lines.filter((line) => !found.has(line))
}
