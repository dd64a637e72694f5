const EXTENSION = /(?:\.[a-z][a-z0-9_+-]{0,11}){1,2}$/i
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_STRONG = /[a-z]|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/i

/**
 * Splits a name so that a narrow row shortens the first part and keeps the second. A right-to-left name with Latin letters
 * stays whole: the bidi algorithm would reorder the two parts.
 */
export function nameParts(name: string): { stem: string; extension: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  const startsRtl = RTL.test(FIRST_STRONG.exec(name)?.[0] ?? '')
  if (stem === '' || (startsRtl && /[a-z]/i.test(stem))) return { stem: name, extension: '' }
  return { stem, extension }
}
