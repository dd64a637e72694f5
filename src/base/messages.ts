export const LOCALES = ['he', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** One message in both languages. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text)
}

export function direction(locale: Locale): 'rtl' | 'ltr' {
  return locale === 'he' ? 'rtl' : 'ltr'
}

/** English must have exactly the keys and arguments of Hebrew: a missing or different one does not compile. */
type SameShape<M> = { [K in keyof M]: M[K] extends (...args: infer A) => string ? (...args: A) => string : string }
type Catalogue = Record<string, string | ((...args: never[]) => string)>

/** Hebrew and English side by side. */
export function messages<M extends Catalogue>(catalogue: {
  he: M
  en: NoInfer<SameShape<M>>
}): (locale: Locale) => SameShape<M>
export function messages(catalogue: Record<Locale, Catalogue>): (locale: Locale) => Catalogue {
  return (locale) => catalogue[locale]
}

/** The Intl locales of our languages. */
export const INTL_LOCALES: Readonly<Record<Locale, string>> = { he: 'he-IL', en: 'en-GB' }

/**
 * A formatter for each language, kept when it was first used: in a browser on a slow phone the first takes 100 ms to make, so nothing makes
 * one while a page loads that does not use it.
 */
export function forEachLocale<T>(make: (tag: string) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>()
  return (locale) => {
    const kept = made.get(locale) ?? make(INTL_LOCALES[locale])
    made.set(locale, kept)
    return kept
  }
}

const numbers = forEachLocale((tag) => new Intl.NumberFormat(tag))

export function formatNumber(locale: Locale, n: number): string {
  // Both languages write them alike, and most numbers of a page are small.
  if (Number.isInteger(n) && Math.abs(n) < 1000) return String(n)
  return numbers(locale).format(n)
}

type Forms = { one: string; two?: string; other: string }

/** The forms of whole numbers, as in the rules of CLDR: English knows one, Hebrew one and two. */
export function plural(locale: Locale, n: number, forms: Forms): string {
  if (n === 1) return forms.one
  if (n === 2 && locale === 'he') return forms.two ?? forms.other
  return forms.other
}
