import { forEachLocale, type Locale } from './messages.ts'

/** Formatters with no and with one decimal. */
const formats = forEachLocale((tag) => [formatOf(tag, 0), formatOf(tag, 1)] as const)
const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** `812 B`, `3.1 KB`: units of 1,024, as the limits are, written the same in both languages. */
export function formatSize(bytes: number, locale: Locale): string {
  let [amount, step] = [bytes, 0]
  // What would be rounded to 1,024 KB is 1 MB.
  while (amount >= 1023.5 && step < UNITS.length - 1) [amount, step] = [amount / 1024, step + 1]
  const [whole, tenths] = formats(locale)
  return `${(step === 0 || amount >= 100 ? whole : tenths).format(amount)} ${UNITS[step] ?? 'B'}`
}

function formatOf(tag: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { maximumFractionDigits })
}
