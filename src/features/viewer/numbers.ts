import { type Locale, INTL_LOCALES } from '#base/messages.ts'

/** In decimal units, like the limits of the contract. */
export function formatSize(bytes: number, locale: Locale): string {
  const [unit, divisor] =
    bytes >= 1_000_000 ? ['megabyte', 1_000_000] : bytes >= 1000 ? ['kilobyte', 1000] : ['byte', 1]
  return new Intl.NumberFormat(INTL_LOCALES[locale], {
    style: 'unit',
    unit: String(unit),
    unitDisplay: bytes >= 1000 ? 'short' : 'long',
    maximumFractionDigits: 1,
  }).format(bytes / Number(divisor))
}
