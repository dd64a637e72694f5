import { toNfc } from './nfc.ts'

// Points and cantillation only. The range U+0591–05C7 also holds maqaf ־, paseq ׀, sof pasuq ׃ and nun hafukha ׆:
// those are punctuation that people type, and removing them would join the words they separate.
const NIQQUD = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g
/** For PostgreSQL, whose regular expressions write these characters the same way. */
export const NIQQUD_PATTERN = NIQQUD.source
const HAS_NIQQUD = new RegExp(NIQQUD.source)
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/

/** The form in which two spellings of the same text are equal: lower-case, composed, without niqqud. */
export function foldForSearch(text: string): string {
  return withoutNiqqud(foldKeepingNiqqud(text))
}

export function withoutNiqqud(text: string): string {
  return text.replace(NIQQUD, '')
}

/** For a needle with niqqud: then the points are part of the search. */
export function foldKeepingNiqqud(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // Final sigma and the dotted capital I: their lower case depends on the neighbours or has two letters, so that a part of a
  // text would fold differently from the whole, and a substring would be missed.
  return toNfc(toNfc(text).replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ'))
}

export function hasNiqqud(text: string): boolean {
  return HAS_NIQQUD.test(toNfc(text))
}

/** The folding for a needle: niqqud counts only when the needle has some. */
export function foldingFor(needle: string): (text: string) => string {
  return hasNiqqud(needle) ? foldKeepingNiqqud : foldForSearch
}
