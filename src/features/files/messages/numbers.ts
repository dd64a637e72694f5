import { formatNumber, plural } from '#base/messages.ts'

export const heNumber = (n: number): string => formatNumber('he', n)
export const enNumber = (n: number): string => formatNumber('en', n)

/** Singular, dual or plural; the number itself is written only in the plural. */
export function he(n: number, one: string, two: string, many: string): string {
  return plural('he', n, { one, two, other: `${heNumber(n)} ${many}` })
}

export function en(n: number, one: string, many: string): string {
  return plural('en', n, { one: `1 ${one}`, other: `${enNumber(n)} ${many}` })
}
