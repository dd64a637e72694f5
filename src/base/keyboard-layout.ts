/** The characters of the same keys in the American and in the Hebrew layout (SI 1452). */
const LATIN = `qwertyuiopasdfghjkl;'zxcvbnm,./`
const HEBREW = `/'קראטוןםפשדגכעיחלךף,זסבהנמצתץ.`

const HEBREW_LETTER = /[\u05d0-\u05ea]/u
const LATIN_LETTER = /[a-z]/iu

/** What the same keys write in the other layout: `אםאשך` is `total`. Null where the text has letters of both, or of neither. */
export function inOtherLayout(text: string): string | null {
  const isHebrew = HEBREW_LETTER.test(text)
  if (isHebrew === LATIN_LETTER.test(text)) return null
  const [from, to] = isHebrew ? [HEBREW, LATIN] : [LATIN, HEBREW]
  return Array.from(text.toLowerCase(), (key) => to[from.indexOf(key)] ?? key).join('')
}
