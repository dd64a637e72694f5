/** UAX #15 considers 30 marks on one letter enough for every language; up to this many are normalised exactly. */
export const MAX_MARKS = 64

/** Anchored at the start of a run: without the lookbehind every mark of a run would start a match. */
const LONG_RUNS = new RegExp(String.raw`(?<!\p{M})\p{M}{${MAX_MARKS + 1},}`, 'gu')

/** The expression of long runs looks behind at every character; most texts have no mark at all. */
const MARK = /\p{M}/u

/**
 * `text.normalize('NFC')` in linear time. The engine sorts the marks of one letter by insertion, which takes minutes for two
 * megabytes of them, so a longer run is normalised in parts of `MAX_MARKS` code units, counted from its first mark: the same
 * run gives the same result wherever it is.
 */
export function toNfc(text: string): string {
  if (!MARK.test(text)) return text.normalize('NFC')
  let result = ''
  let done = 0
  for (const { 0: run, index } of text.matchAll(LONG_RUNS)) {
    for (let at = MAX_MARKS; at < run.length; at += MAX_MARKS) {
      const cut = isSecondHalf(text.charCodeAt(index + at)) ? index + at + 1 : index + at
      result += text.slice(done, cut).normalize('NFC')
      done = cut
    }
  }
  return done === 0 ? text.normalize('NFC') : result + text.slice(done).normalize('NFC')
}

/** Cutting a surrogate pair in half would create two invalid characters. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
