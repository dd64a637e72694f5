import { formatNumber, plural } from './messages.ts'

/** A number with its noun, in Hebrew. `#` in the last form is the number. */
export function countedHe(n: number, one: string, two: string, many: string): string {
  return plural('he', n, { one, two, other: many.replace('#', formatNumber('he', n)) })
}

/** The same in English. */
export function countedEn(n: number, one: string, many: string): string {
  return plural('en', n, { one, other: many.replace('#', formatNumber('en', n)) })
}
