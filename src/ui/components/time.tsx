import type { Locale } from '#base/messages.ts'

type Props = {
  at: Date
  /** Passed in, because a page is a pure function of its props. */
  now: Date
  locale: Locale
  timeZone?: string
  /** `date` for what is a fact rather than news, e.g. when something was made. */
  show?: 'relative' | 'date'
}

const TAGS: Record<Locale, string> = { he: 'he-IL', en: 'en-GB' }

const STEPS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** How long ago in words; the exact moment on hover and for machines. The zone is named: the server cannot know the reader's. */
export function Time({ at, now, locale, timeZone = 'Asia/Jerusalem', show = 'relative' }: Props) {
  return (
    <time datetime={at.toISOString()} title={exactTime(at, locale, timeZone)}>
      {show === 'date' ? calendarDate(at, locale, timeZone) : relativeTime(at, now, locale)}
    </time>
  )
}

/** "3 days ago", "in 2 hours"; anything nearer than a minute is now. */
export function relativeTime(at: Date, now: Date, locale: Locale): string {
  const words = new Intl.RelativeTimeFormat(TAGS[locale], { numeric: 'auto' })
  const seconds = (at.getTime() - now.getTime()) / 1000
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  if (!step) return words.format(0, 'second')
  const text = words.format(Math.trunc(seconds / step.seconds), step.unit)
  // Hebrew has a word for two of a kind, and the locale data repeats it as a figure: "לפני שעתיים (2)".
  return text.replace(/ \(\d+\)/, '')
}

function calendarDate(at: Date, locale: Locale, timeZone: string): string {
  return new Intl.DateTimeFormat(TAGS[locale], { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at)
}

function exactTime(at: Date, locale: Locale, timeZone: string): string {
  const date = new Intl.DateTimeFormat(TAGS[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return date.format(at)
}
