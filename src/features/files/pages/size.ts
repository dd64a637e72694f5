import type { Locale } from '#base/messages.ts'

const TAGS: Record<Locale, string> = { he: 'he-IL', en: 'en-GB' }
const UNITS = ['B', 'kB', 'MB'] as const

/** `812 B`, `3.1 kB`: units of a thousand, written the same in both languages. */
export function sizeText(bytes: number, locale: Locale): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  const digits = step === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString(TAGS[locale], { maximumFractionDigits: digits })} ${UNITS[step] ?? 'B'}`
}
