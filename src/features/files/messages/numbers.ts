import { plural } from '#base/messages.ts'

/** One, two or many of something: the number itself is written only where there are many. */
export function he(n: number, one: string, two: string, many: string): string {
  return plural('he', n, { one, two, other: `${n.toLocaleString('he-IL')} ${many}` })
}

export function en(n: number, one: string, many: string): string {
  return plural('en', n, { one: `1 ${one}`, other: `${n.toLocaleString('en-GB')} ${many}` })
}
