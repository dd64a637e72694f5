import { type Locale, INTL_LOCALES } from './messages.ts'

/** Formatters with no and with one decimal. Cached, because every row of a list needs them. */
const FORMATS: Record<Locale, readonly [Intl.NumberFormat, Intl.NumberFormat]> = {
  he: [format(INTL_LOCALES.he, 0), format(INTL_LOCALES.he, 1)],
  en: [format(INTL_LOCALES.en, 0), format(INTL_LOCALES.en, 1)],
}
const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** `812 B`, `3.1 kB`: units of a thousand, written the same in both languages. */
export function formatSize(bytes: number, locale: Locale): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  const [whole, tenths] = FORMATS[locale]
  return `${(step === 0 || amount >= 100 ? whole : tenths).format(amount)} ${UNITS[step] ?? 'B'}`
}

function format(tag: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { maximumFractionDigits })
}
