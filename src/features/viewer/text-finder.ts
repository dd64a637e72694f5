/** Finds all occurrences of a word in a large text, like the search of a browser. */
export type TextFinder = (needle: string, matchesCase: boolean) => Uint32Array

export function textFinder(text: string): TextFinder {
  let lower: string | null = null
  return (needle, matchesCase) => {
    if (needle === '') return new Uint32Array()
    if (matchesCase) return occurrences(text, needle)
    lower ??= lowerCase(text)
    return occurrences(lower, lowerCase(needle))
  }
}

/** The same number of units, so that offsets stay true: only the Turkish İ would become longer. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase()
}

/** The offsets of all occurrences that do not overlap. */
function occurrences(text: string, needle: string): Uint32Array {
  let found = new Uint32Array(64)
  let count = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    if (count === found.length) {
      const larger = new Uint32Array(count * 4)
      larger.set(found)
      found = larger
    }
    found[count] = at
    count += 1
  }
  return found.subarray(0, count)
}
