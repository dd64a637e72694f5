import { formatNumber, type Locale } from './messages.ts'

const STEPS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

type Unit = (typeof STEPS)[number]['unit']

/** What stands for exactly one and two, in the past and in the future; otherwise the number is counted. */
type Words = {
  past: (count: string) => string
  future: (count: string) => string
  one?: { past: string; future: string }
  two?: { past: string; future: string }
  counted: { one: string; two?: string; other: string }
}

/**
 * "3 days ago", "in 2 hours"; anything nearer than a minute is now. These are the words of `Intl.RelativeTimeFormat`, which is not used
 * because the first one takes 15 ms to make, and 60 ms on a slow phone: as long as all cards of a file with notes.
 */
export function relativeTime(at: Date, now: Date, locale: Locale): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  if (!step) return locale === 'he' ? 'עכשיו' : 'now'
  const count = Math.trunc(Math.abs(seconds) / step.seconds)
  const words = (locale === 'he' ? hebrew : english)[step.unit]
  const tense = seconds < 0 ? 'past' : 'future'
  const fixed = count === 1 ? words.one : count === 2 ? words.two : undefined
  return fixed ? fixed[tense] : words[tense](counted(words.counted, count, locale))
}

function counted({ one, two, other }: Words['counted'], count: number, locale: Locale): string {
  if (count === 1) return one
  if (count === 2 && two !== undefined) return two
  return `${formatNumber(locale, count)} ${other}`
}

const hebrew = {
  minute: inHebrew({ one: 'דקה', other: 'דקות' }),
  hour: inHebrew({ one: 'שעה', two: 'שעתיים', other: 'שעות' }),
  day: {
    ...inHebrew({ one: 'יום', two: 'יומיים', other: 'ימים' }),
    one: { past: 'אתמול', future: 'מחר' },
    two: { past: 'שלשום', future: 'מחרתיים' },
  },
  week: {
    ...inHebrew({ one: 'שבוע', two: 'שבועיים', other: 'שבועות' }),
    one: { past: 'השבוע שעבר', future: 'השבוע הבא' },
  },
  month: {
    ...inHebrew({ one: 'חודש', two: 'חודשיים', other: 'חודשים' }),
    one: { past: 'החודש שעבר', future: 'החודש הבא' },
  },
  year: {
    ...inHebrew({ one: 'שנה', two: 'שנתיים', other: 'שנים' }),
    one: { past: 'השנה שעברה', future: 'השנה הבאה' },
  },
} satisfies Record<Unit, Words>

const english = {
  minute: inEnglish('minute'),
  hour: inEnglish('hour'),
  day: { ...inEnglish('day'), one: { past: 'yesterday', future: 'tomorrow' } },
  week: { ...inEnglish('week'), one: { past: 'last week', future: 'next week' } },
  month: { ...inEnglish('month'), one: { past: 'last month', future: 'next month' } },
  year: { ...inEnglish('year'), one: { past: 'last year', future: 'next year' } },
} satisfies Record<Unit, Words>

function inHebrew(counts: Words['counted']): Words {
  return { past: (count) => `לפני ${count}`, future: (count) => `בעוד ${count}`, counted: counts }
}

function inEnglish(unit: string): Words {
  return {
    past: (count) => `${count} ago`,
    future: (count) => `in ${count}`,
    counted: { one: `1 ${unit}`, other: `${unit}s` },
  }
}
