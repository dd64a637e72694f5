import { plural } from '#base/messages.ts'

const FORMATS = { he: new Intl.NumberFormat('he-IL'), en: new Intl.NumberFormat('en-GB') }
export const heNumber = (n: number): string => FORMATS.he.format(n)
export const enNumber = (n: number): string => FORMATS.en.format(n)

/** One, two or many of something: the number itself is written only where there are many. */
export function he(n: number, one: string, two: string, many: string): string {
  return plural('he', n, { one, two, other: `${heNumber(n)} ${many}` })
}

export function en(n: number, one: string, many: string): string {
  return plural('en', n, { one: `1 ${one}`, other: `${enNumber(n)} ${many}` })
}
