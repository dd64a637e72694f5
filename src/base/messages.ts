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

// Creating a formatter takes a hundred times as long as using it.
const numbers = { he: new Intl.NumberFormat(INTL_LOCALES.he), en: new Intl.NumberFormat(INTL_LOCALES.en) }

export function formatNumber(locale: Locale, n: number): string {
  return numbers[locale].format(n)
}

const rules = { he: new Intl.PluralRules('he'), en: new Intl.PluralRules('en') }
type Forms = { one: string; two?: string; other: string }

export function plural(locale: Locale, n: number, forms: Forms): string {
  const category = rules[locale].select(n)
  if (category === 'one') return forms.one
  if (category === 'two') return forms.two ?? forms.other
  return forms.other
}
