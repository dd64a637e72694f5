import { keysOf } from '../keys-of.ts'
import type { LocalizedText } from '../messages.ts'
import type { SearchDay } from './query.ts'

/** Days that `before:` and `after:` suggest. */
export const SEARCH_DAYS = {
  today: { he: 'היום', en: 'today' },
  yesterday: { he: 'אתמול', en: 'yesterday' },
  week: { he: 'לפני שבוע', en: 'a week ago' },
  month: { he: 'לפני חודש', en: 'a month ago' },
  year: { he: 'לפני שנה', en: 'a year ago' },
} as const satisfies Record<string, LocalizedText>

export const DAY_NAMES = keysOf(SEARCH_DAYS)

/** The day a week, a month or a year before today. */
export function dayNamed(name: keyof typeof SEARCH_DAYS, { year, month, day }: SearchDay): SearchDay {
  switch (name) {
    case 'today':
      return { year, month, day }
    case 'yesterday':
      return dayOf(Date.UTC(year, month - 1, day - 1))
    case 'week':
      return dayOf(Date.UTC(year, month - 1, day - 7))
    case 'month':
      return inMonth(year, month - 1, day)
    case 'year':
      return inMonth(year - 1, month, day)
  }
}

/** The last day of the month where it has no such day, as 31 in February. Month 0 is December of the year before. */
function inMonth(year: number, month: number, day: number): SearchDay {
  const last = dayOf(Date.UTC(year, month, 0))
  return { ...last, day: Math.min(day, last.day) }
}

function dayOf(ms: number): SearchDay {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** As the search reads it: `2026-03-12`. */
export function formatDay({ year, month, day }: SearchDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
