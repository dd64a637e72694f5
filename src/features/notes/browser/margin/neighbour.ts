/** `at`: the offset of the note in the text; null for a note that has lost its lines, which is after the others. */
type Stop = { key: string; at: number | null }

/** The note after or before the selected one, wrapping around. Without one, the next or previous from `here`, where the reader is. */
export function neighbour<S extends Stop>(
  all: readonly S[],
  { selected, here }: { selected: string | null; here: number },
  step: 1 | -1,
): S | undefined {
  const at = all.findIndex(({ key }) => key === selected)
  if (at !== -1) return all[(at + step + all.length) % all.length]
  if (step === 1) return all.find((stop) => stop.at !== null && stop.at >= here) ?? all[0]
  return all.findLast((stop) => stop.at !== null && stop.at < here) ?? all.at(-1)
}
