import { type Locale, TAGS } from '#base/messages.ts'

/** In decimal units, as the limits of the interface are. */
export function formatSize(bytes: number, locale: Locale): string {
  const [unit, divisor] =
    bytes >= 1_000_000 ? ['megabyte', 1_000_000] : bytes >= 1000 ? ['kilobyte', 1000] : ['byte', 1]
  return new Intl.NumberFormat(TAGS[locale], {
    style: 'unit',
    unit: String(unit),
    unitDisplay: bytes >= 1000 ? 'short' : 'long',
    maximumFractionDigits: 1,
  }).format(bytes / Number(divisor))
}
