import type { Locale } from '#base/messages.ts'

/** The keys are the English texts of the search panel and of the suggestions for a link, so English needs no translation. */
const HEBREW: Record<string, string> = {
  Find: 'חיפוש',
  Replace: 'החלפה',
  next: 'הבא',
  previous: 'הקודם',
  all: 'הכול',
  'match case': 'רישיות',
  regexp: 'ביטוי רגולרי',
  'by word': 'מילים שלמות',
  replace: 'החלפה',
  'replace all': 'החלפת הכול',
  close: 'סגירה',
  'current match': 'התוצאה הנוכחית',
  'replaced match on line $': 'הוחלף בשורה $',
  'replaced $ matches': 'הוחלפו $ תוצאות',
  'on line': 'בשורה',
  'Go to line': 'מעבר לשורה',
  go: 'מעבר',
  Completions: 'הצעות לקישור',
  file: 'קובץ',
  symbol: 'הגדרה',
  note: 'פתק',
  board: 'לוח',
  'Control character': 'תו בקרה',
}

export function searchPhrases(locale: Locale): Record<string, string> {
  return locale === 'he' ? HEBREW : {}
}
