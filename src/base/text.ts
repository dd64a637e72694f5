let segmenter: Intl.Segmenter | undefined

/** The graphemes of a text. Made at the first use, because it loads 18 ms of Unicode tables. */
export function segmentGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Length in Unicode code points: Hebrew letters and emoji count as one, as the contract measures them. */
export function charLength(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++, count++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) i++
    }
  }
  return count
}

/** The longest prefix of at most `max` code points that does not end inside a grapheme. */
export function truncateChars(text: string, max: number): string {
  if (charLength(text) <= max) return text
  let taken = 0
  let end = 0
  for (const { segment, index } of segmentGraphemes(text)) {
    taken += charLength(segment)
    if (taken > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is invalid: both are rejected, never repaired. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
