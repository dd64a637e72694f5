import { looksRandom } from './entropy.ts'
import { isPlaceholder, looksTyped } from './named.ts'

/** Words that name a password, with the prefixes and endings that Hebrew joins to them. */
const PASSWORD = '[הבלמשו]{0,2}סיסמ(?:[האת]|אות|תי|תך|תו|תה)'
/** Words that name a key or a token. They also have everyday meanings, so their values must look random. */
const KEY = '[הבלמשו]{0,2}(?:אסימון|טוקן|מפתח|סוד)'
const VALUE = String.raw`(?:["'\u05f4\u201c\x60]([^"'\u05f4\u201d\x60\s]{6,300})["'\u05f4\u201d\x60]|([!-~]{8,300}))`

/** `סיסמה = "…"`, `סיסמת המנהל: …`: up to three words may stand between the name and its separator. */
export const HEBREW_ASSIGNED = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:(${PASSWORD})|${KEY})(?:[ \t_]{1,3}[\p{L}\p{N}_-]{1,20}){0,3}["'\x60]?[ \t]{0,4}(?::=|=>|=|:)[ \t]{0,4}${VALUE}`,
  'gu',
)

/** A quick test whether a line can match; most lines cannot. */
export const HEBREW_HINT = /סיסמ|אסימון|טוקן|מפתח|סוד/

export function isHebrewSecret(passwordName: string | undefined, value: string): boolean {
  if (isPlaceholder(value)) return false
  return passwordName === undefined ? looksRandom(value) : looksTyped(value) || looksRandom(value)
}
