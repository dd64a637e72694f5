// Points and cantillation only. The range U+0591–05C7 also holds maqaf ־, paseq ׀, sof pasuq ׃ and nun hafukha ׆:
// those are punctuation that people type, and removing them would join the words they part.
const NIQQUD = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g
const HAS_NIQQUD = new RegExp(NIQQUD.source)
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/

/** The form in which two spellings of the same text are equal: lower-case, composed, without niqqud. */
export function foldForSearch(text: string): string {
  return foldKeepingNiqqud(text).replace(NIQQUD, '')
}

/** For a needle that has niqqud itself: then the points are what the person looks for. */
export function foldKeepingNiqqud(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // Two letters whose lower case depends on their neighbours or has two letters would make a part of a text fold
  // differently from the whole, and a substring would be missed: final sigma and the dotted capital I.
  return text.normalize('NFC').replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

export function hasNiqqud(text: string): boolean {
  return HAS_NIQQUD.test(text.normalize('NFC'))
}

/** The folding that a needle asks for: niqqud counts only when the needle has some. */
export function foldingFor(needle: string): (text: string) => string {
  return hasNiqqud(needle) ? foldKeepingNiqqud : foldForSearch
}
