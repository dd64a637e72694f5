import type { Locale } from '#base/messages.ts'

/** `2 MB`, in decimal units like those of file managers. */
export function fileSize(bytes: number, locale: Locale): string {
  const mega = bytes / (1024 * 1024)
  return new Intl.NumberFormat(locale === 'he' ? 'he-IL' : 'en-GB', {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(mega)
}
