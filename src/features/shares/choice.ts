import { formatHash, type LineRange } from '#features/viewer/line-range.ts'
import { formatLines, inOrder } from './hidden-lines.ts'
import type { Finding } from './secrets/find.ts'

/** The hidden lines of each file, by its position in the share. */
export type Choice = ReadonlyMap<number, readonly number[]>

/** Hides every finding: the default until the owner chooses otherwise. */
export function hideAll(findings: ReadonlyMap<number, readonly Finding[]>): Choice {
  return new Map([...findings].map(([position, found]) => [position, inOrder(found.flatMap(linesOf))]))
}

/** Parses ticked findings (`2:14-16`, position and lines) and typed lines. */
export function readChoice(ticked: readonly string[], typed: Choice): Choice {
  const chosen = new Map<number, number[]>([...typed].map(([position, lines]) => [position, [...lines]]))
  for (const tick of ticked) {
    const [, position, from, to] = /^(\d{1,3}):(\d{1,7})-(\d{1,7})$/.exec(tick) ?? []
    if (position === undefined || Number(to) < Number(from) || Number(to) - Number(from) > 1_000) continue
    const lines = chosen.get(Number(position)) ?? []
    chosen.set(Number(position), inOrder([...lines, ...linesOf({ from: Number(from), to: Number(to) })]))
  }
  return chosen
}

/**
 * A canonical form: two choices are equal when their forms are. A file that was saved since is another choice, because its lines have
 * other numbers, and so is a note that was edited since.
 */
export function spell(
  choice: Choice,
  files: readonly { position: number; version: number; range: LineRange | null }[],
  notes: readonly { id: string; updatedAt: Date }[],
): string {
  const versions = files.map(
    ({ position, version, range }) => `${position}v${version}${range ? formatHash(range) : ''}`,
  )
  const lines = [...choice]
    .filter(([, hidden]) => hidden.length > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([position, hidden]) => `${position}:${formatLines(hidden)}`)
  return [...versions, ...lines, ...notes.map(({ id, updatedAt }) => `${id}@${updatedAt.getTime()}`).toSorted()].join(
    '|',
  )
}

export function linesOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The lines of a choice that are in no finding: the owner typed them. */
export function typedLines(lines: readonly number[], findings: readonly Finding[]): number[] {
  const found = new Set(findings.flatMap(linesOf))
  return lines.filter((line) => !found.has(line))
}
