import { type Locale, plural } from '#base/messages.ts'

export type DiffWords = { skipped: (lines: number) => string; lineEnd: string; added: string; removed: string }

/** Texts inside the diff table. They are not in messages.ts because the table is rendered in a worker thread. */
const WORDS: Readonly<Record<Locale, DiffWords>> = {
  he: {
    skipped: (n) =>
      plural('he', n, { one: 'שורה אחת ללא שינוי', two: 'שתי שורות ללא שינוי', other: `${n} שורות ללא שינוי` }),
    lineEnd: 'סוף השורה השתנה',
    added: 'נוסף',
    removed: 'הוסר',
  },
  en: {
    skipped: (n) => plural('en', n, { one: '1 unchanged line', other: `${n} unchanged lines` }),
    lineEnd: 'the line end changed',
    added: 'added',
    removed: 'removed',
  },
}

export function diffWords(locale: Locale): DiffWords {
  return WORDS[locale]
}
