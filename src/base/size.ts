import { type Locale, TAGS } from './messages.ts'

/** With no digit after the point and with one. Kept, because every row of a list needs them. */
const FORMATS: Record<Locale, readonly [Intl.NumberFormat, Intl.NumberFormat]> = {
  he: [format(TAGS.he, 0), format(TAGS.he, 1)],
  en: [format(TAGS.en, 0), format(TAGS.en, 1)],
}
const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** `812 B`, `3.1 kB`: units of a thousand, written the same in both languages. */
export function sizeText(bytes: number, locale: Locale): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  const [whole, tenths] = FORMATS[locale]
  return `${(step === 0 || amount >= 100 ? whole : tenths).format(amount)} ${UNITS[step] ?? 'B'}`
}

function format(tag: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { maximumFractionDigits })
}
