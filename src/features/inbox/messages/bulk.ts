import { countedEn, countedHe } from '#base/number-with-noun.ts'
import { type Locale, messages } from '#base/messages.ts'

/** Actions on several notes, for the page and for its script. */
export const bulkMessages = messages({
  he: {
    bar: 'פעולות על הפתקים שסומנו',
    select: (name: string) => `סימון \u2068${name}\u2069`,
    all: 'סימון הכול',
    selected: (n: number) => countedHe(n, 'פתק אחד סומן', 'שני פתקים סומנו', '# פתקים סומנו'),
    done: 'סגירת תזכורות',
    color: 'צבע',
    tag: 'הוספת תגיות',
    delete: 'מחיקה',
    clear: 'ביטול הסימון',
    tagTitle: 'הוספת תגיות לפתקים',
    tagLabel: 'תגיות, עם פסיק ביניהן',
    tagApply: 'הוספה',
    undo: 'ביטול',
    undone: 'הפעולה בוטלה.',
    notDone: 'הפעולה לא בוצעה. אפשר לנסות שוב.',
    none: 'לא סומן אף פתק.',
    same: 'אין מה לשנות בפתקים האלה.',
    badTags: 'עד 20 תגיות, וכל אחת עד 50 תווים.',
    didDone: (n: number) => countedHe(n, 'נסגרה תזכורת אחת.', 'נסגרו שתי תזכורות.', 'נסגרו # תזכורות.'),
    didColor: (n: number) =>
      countedHe(n, 'הצבע של פתק אחד השתנה.', 'הצבע של שני פתקים השתנה.', 'הצבע של # פתקים השתנה.'),
    didTag: (n: number) => countedHe(n, 'נוספו תגיות לפתק אחד.', 'נוספו תגיות לשני פתקים.', 'נוספו תגיות ל־# פתקים.'),
    didDelete: (n: number) => countedHe(n, 'נמחק פתק אחד.', 'נמחקו שני פתקים.', 'נמחקו # פתקים.'),
    missing: (n: number) => countedHe(n, 'פתק אחד כבר לא קיים.', 'שני פתקים כבר לא קיימים.', '# פתקים כבר לא קיימים.'),
    full: (n: number) =>
      countedHe(n, 'לפתק אחד יש כבר 20 תגיות.', 'לשני פתקים יש כבר 20 תגיות.', 'ל־# פתקים יש כבר 20 תגיות.'),
    keySelect: 'סימון הפתק',
  },
  en: {
    bar: 'Actions on the selected notes',
    select: (name) => `Select \u2068${name}\u2069`,
    all: 'Select all',
    selected: (n) => countedEn(n, '1 note selected', '# notes selected'),
    done: 'Dismiss reminders',
    color: 'Colour',
    tag: 'Add tags',
    delete: 'Delete',
    clear: 'Clear selection',
    tagTitle: 'Add tags to notes',
    tagLabel: 'Tags, with commas between them',
    tagApply: 'Add',
    undo: 'Undo',
    undone: 'Undone.',
    notDone: 'That was not done. Try again.',
    none: 'No note is selected.',
    same: 'There is nothing to change in these notes.',
    badTags: 'Up to 20 tags, each of up to 50 characters.',
    didDone: (n) => countedEn(n, '1 reminder dismissed.', '# reminders dismissed.'),
    didColor: (n) => countedEn(n, '1 note has another colour.', '# notes have another colour.'),
    didTag: (n) => countedEn(n, 'Tags added to 1 note.', 'Tags added to # notes.'),
    didDelete: (n) => countedEn(n, '1 note deleted.', '# notes deleted.'),
    missing: (n) => countedEn(n, '1 note is not there any more.', '# notes are not there any more.'),
    full: (n) => countedEn(n, '1 note has 20 tags already.', '# notes have 20 tags already.'),
    keySelect: 'Select the note',
  },
})

/** What was done to so many notes. */
export function bulkDoneText(action: 'done' | 'color' | 'tag' | 'delete', n: number, locale: Locale): string {
  const t = bulkMessages(locale)
  if (n === 0) return t.same
  return { done: t.didDone, color: t.didColor, tag: t.didTag, delete: t.didDelete }[action](n)
}
