import { INTL_LOCALES, type Locale } from './messages.ts'

/**
 * Formatters with these options, one for each language tag and time zone. They are kept, because creating one takes a hundred times as long as using
 * it: half a year of days took 26 ms of the event loop. Without a time zone they use that of the device.
 */
export function dateFormats(
  options: Intl.DateTimeFormatOptions,
): (tag: string, timeZone?: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (tag, timeZone) => {
    const key = `${tag} ${timeZone}`
    const format = made.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, ...(timeZone && { timeZone }) })
    made.set(key, format)
    return format
  }
}

export type FormatDate = (at: Date | number, locale: Locale, timeZone?: string) => string

/** The same for the languages of the interface. */
export function dateFormatter(options: Intl.DateTimeFormatOptions): FormatDate {
  const formats = dateFormats(options)
  return (at, locale, timeZone) => formats(INTL_LOCALES[locale], timeZone).format(at)
}
