import type { Locale } from '#base/messages.ts'

const TAGS: Record<Locale, string> = { he: 'he-IL', en: 'en-GB' }
const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Units of a thousand, written the same in both languages. */
export function sizeText(bytes: number, locale: Locale): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  const digits = step === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString(TAGS[locale], { maximumFractionDigits: digits })} ${UNITS[step] ?? 'B'}`
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 8)
}
