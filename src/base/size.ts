import { forEachLocale, type Locale } from './messages.ts'

/** Formatters with no and with one decimal. */
const formats = forEachLocale((tag) => [formatOf(tag, 0), formatOf(tag, 1)] as const)
const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** `812 B`, `3.1 kB`: units of a thousand, written the same in both languages. */
export function formatSize(bytes: number, locale: Locale): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  const [whole, tenths] = formats(locale)
  return `${(step === 0 || amount >= 100 ? whole : tenths).format(amount)} ${UNITS[step] ?? 'B'}`
}

function formatOf(tag: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { maximumFractionDigits })
}
