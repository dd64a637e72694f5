/** Ranks a label for the typed text: smaller is better, null is no match. The start of a word ranks before the middle. */
function matchRank(label: string, query: string): number | null {
  const text = label.toLocaleLowerCase()
  const needle = query.trim().toLocaleLowerCase()
  if (needle === '') return 0
  const at = text.indexOf(needle)
  if (at === -1) return null
  if (at === 0) return 0
  return text[at - 1] === ' ' ? 1 : 2
}

export function rankMatches<T extends { label: string }>(entries: readonly T[], query: string): T[] {
  return entries
    .flatMap((entry) => {
      const rank = matchRank(entry.label, query)
      return rank === null ? [] : [{ entry, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}
