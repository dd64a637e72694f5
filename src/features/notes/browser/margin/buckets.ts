export type Mark = { key: string; at: number }
export type Bucket = { at: number; keys: string[] }

const TOGETHER_PX = 60

/** Merges marks that are closer than 60 px to the first of their group into one with a count. */
export function bucketMarks(marks: readonly Mark[]): Bucket[] {
  const buckets: Bucket[] = []
  for (const { key, at } of marks.toSorted((a, b) => a.at - b.at)) {
    const last = buckets.at(-1)
    if (last && at - last.at < TOGETHER_PX) last.keys.push(key)
    else buckets.push({ at, keys: [key] })
  }
  return buckets
}

/** The marks out of view above and below, nearest first. */
export type Beyond = { above: Mark[]; below: Mark[] }

export function beyond(marks: readonly Mark[], from: number, to: number): Beyond {
  return {
    above: marks.filter(({ at }) => at < from).toSorted((a, b) => b.at - a.at),
    below: marks.filter(({ at }) => at > to).toSorted((a, b) => a.at - b.at),
  }
}
