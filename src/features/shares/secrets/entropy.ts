/** Shannon entropy in bits per character: `aaaa` has none, random base64 about five. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Distinguishes random strings, with digits and both cases all over, from words, paths and calls that people write. */
export function looksRandom(text: string): boolean {
  if (text.length < 16) return false
  if (/^[0-9a-f]+$/i.test(text)) return text.length >= 32 && entropy(text.toLowerCase()) > 3.2
  const bits = entropy(text)
  // Identifiers change case once a word; random strings do so constantly.
  const switches = text.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0
  const isMixed = /[A-Za-z]/.test(text) && (/\d/.test(text) || switches > text.length / 5)
  return isMixed && bits > (text.length >= 24 ? 3.7 : 3.4) && !hasLongWord(text)
}

/** Two runs of five lower-case letters with vowels among them: random strings do not contain words. */
function hasLongWord(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]{4,}/g) ?? []
  const lettered = words.filter((word) => /[aeiou]/i.test(word)).join('').length
  return lettered > text.length / 2
}
