/** Steps of colour from the oldest commit of a file to its newest. */
export const AGES = [0, 1, 2, 3, 4, 5] as const

/** The step of a commit between the oldest and the newest of these times. */
export function ageOf(times: readonly Date[]): (at: Date) => number {
  const sorted = times.map(Number).toSorted((a, b) => a - b)
  const oldest = sorted[0] ?? 0
  const span = Math.max(1, (sorted.at(-1) ?? 0) - oldest)
  return (at) => Math.round(((at.getTime() - oldest) / span) * (AGES.length - 1))
}
