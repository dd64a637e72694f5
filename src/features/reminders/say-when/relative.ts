import { readNumber } from './numbers.ts'

type Unit = 'minute' | 'hour' | 'day' | 'week'
export type Amount = { unit: Unit; count: number }

/** Phrases that stand for an amount with its unit. */
const PHRASES: Record<string, Amount> = {
  'half an hour': { unit: 'minute', count: 30 },
  'half hour': { unit: 'minute', count: 30 },
  'quarter of an hour': { unit: 'minute', count: 15 },
  'a quarter of an hour': { unit: 'minute', count: 15 },
  'an hour and a half': { unit: 'minute', count: 90 },
  'next week': { unit: 'week', count: 1 },
  'חצי שעה': { unit: 'minute', count: 30 },
  'רבע שעה': { unit: 'minute', count: 15 },
  'שלושת רבעי שעה': { unit: 'minute', count: 45 },
  'שעה וחצי': { unit: 'minute', count: 90 },
  'שעתיים וחצי': { unit: 'minute', count: 150 },
  דקה: { unit: 'minute', count: 1 },
  שעה: { unit: 'hour', count: 1 },
  שעתיים: { unit: 'hour', count: 2 },
  יום: { unit: 'day', count: 1 },
  יומיים: { unit: 'day', count: 2 },
  שבוע: { unit: 'week', count: 1 },
  שבועיים: { unit: 'week', count: 2 },
  'שבוע הבא': { unit: 'week', count: 1 },
}

/** Phrases that need no "in" before them; the others are ambiguous alone, such as "שעה". */
const ALONE = new Set(['next week', 'שבוע הבא'])

const UNITS: readonly [RegExp, Unit][] = [
  [/^(minutes?|mins?|m|דקות|דקה|דק')$/, 'minute'],
  [/^(hours?|hrs?|h|שעות|שעה)$/, 'hour'],
  [/^(days?|d|ימים|יום)$/, 'day'],
  [/^(weeks?|w|שבועות|שבוע)$/, 'week'],
]

const IN = /^(in|after|בעוד|עוד|תוך) /

/** Parses a duration from now: `in 20 minutes`, `בעוד שעה`, `2h`. */
export function readAmount(text: string): Amount | null {
  const rest = text.replace(IN, '')
  const phrase = PHRASES[rest.replace(/^ב(?=שבוע הבא$)/, '')]
  if (phrase) return rest !== text || ALONE.has(rest.replace(/^ב(?=ש)/, '')) ? phrase : null
  const [, number = '', unit = ''] = /^(\d+|\p{L}+) ?(\p{L}+'?)$/u.exec(rest) ?? []
  const count = readNumber(number)
  const known = UNITS.find(([pattern]) => pattern.test(unit))?.[1]
  return count !== null && count > 0 && known ? { unit: known, count } : null
}
