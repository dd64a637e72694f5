/** One write: the states before it (null when there was none) and after it. */
export type Write<State> = { before: State | null; after: State }

/** The combined effect of several writes; `broken` when another writer wrote between them. */
export type CombinedWrites<State> = { outcome: 'whole'; first: State | null; last: State } | { outcome: 'broken' }

/** Sorts writes to one object and checks that each starts from the state that the one before it left. */
export function combineWrites<State extends { updatedAt: string }>(
  steps: readonly Write<State>[],
  isSame: (a: State, b: State) => boolean,
): CombinedWrites<State> {
  const ordered = steps.toSorted((a, b) => (a.after.updatedAt < b.after.updatedAt ? -1 : 1))
  const isWhole = ordered.every(({ before }, i) => {
    const left = ordered[i - 1]?.after
    return left === undefined || (before !== null && isSame(left, before))
  })
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last || !isWhole) return { outcome: 'broken' }
  return { outcome: 'whole', first: first.before, last: last.after }
}

/** Whether two values are equal as JSON; the database may return fields in another order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : each,
  )
}
