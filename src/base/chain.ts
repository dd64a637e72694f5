/** One write: what was there before it, null when nothing was, and after it. */
export type Step<State> = { before: State | null; after: State }

/** What several writes did together, or that somebody else wrote between them. */
export type Chain<State> = { outcome: 'whole'; first: State | null; last: State } | { outcome: 'broken' }

/** Puts writes to one thing in their order, each on what the one before it left. */
export function chainOf<State extends { updatedAt: string }>(
  steps: readonly Step<State>[],
  isSame: (a: State, b: State) => boolean,
): Chain<State> {
  const ordered = steps.toSorted((a, b) => (a.after.updatedAt < b.after.updatedAt ? -1 : 1))
  const isWhole = ordered.every(({ before }, i) => {
    const left = ordered[i - 1]?.after
    return left === undefined || (before !== null && isSame(left, before))
  })
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last || !isWhole) return { outcome: 'broken' }
  return { outcome: 'whole', first: first.before, last: last.after }
}

/** Whether two things say the same as JSON, in whatever order their fields come back from where they were kept. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : each,
  )
}
