import { countedEn, countedHe } from '#base/number-with-noun.ts'
import { messages } from '#base/messages.ts'

/** Messages of the results of /search, which the browser has too. */
export const resultMessages = messages({
  he: {
    title: 'חיפוש',
    files: 'קבצים',
    symbols: 'הגדרות בקוד',
    notes: 'פתקים',
    boards: 'לוחות',
    repos: 'מאגרים',
    results: (n: number) => countedHe(n, 'תוצאה אחת', 'שתי תוצאות', '# תוצאות'),
    noResults: 'אין תוצאות',
    nothing: (q: string) => `לא נמצא דבר עבור ״\u2068${q}\u2069״.`,
    nothingHint: 'אפשר לנסות פחות מילים, או להסיר סינון.',
    more: 'עוד תוצאות',
    untitled: 'פתק בלי כותרת',
    favourite: 'מועדף',
    line: (n: number) => `שורה ${n}`,
    unsearched: (n: number | null) =>
      n === null
        ? 'הזמן נגמר לפני שהכול נבדק.'
        : `הזמן נגמר: ${countedHe(n, 'פריט אחד לא נבדק', 'שני פריטים לא נבדקו', '# פריטים לא נבדקו')}.`,
    unreadFiles: (n: number) =>
      `ההגדרות ב${countedHe(n, 'קובץ אחד', 'שני קבצים', '־# קבצים')} עוד נקראות, ולכן אולי יש תוצאות נוספות.`,
    unreadRepos: (n: number) =>
      `ההגדרות ב${countedHe(n, 'מאגר אחד', 'שני מאגרים', '־# מאגרים')} עוד נקראות, ולכן אולי יש תוצאות נוספות.`,
    pointsCount: 'במאגרים הניקוד נחשב: מילה בלי ניקוד לא מוצאת מילה מנוקדת.',
    goOn: 'המשך החיפוש',
    searching: 'מחפש…',
  },
  en: {
    title: 'Search',
    files: 'Files',
    symbols: 'Symbols',
    notes: 'Notes',
    boards: 'Boards',
    repos: 'Repositories',
    results: (n: number) => countedEn(n, '1 result', '# results'),
    noResults: 'No results',
    nothing: (q: string) => `Nothing was found for “\u2068${q}\u2069”.`,
    nothingHint: 'Try fewer words, or remove a filter.',
    more: 'More results',
    untitled: 'Untitled note',
    favourite: 'Favourite',
    line: (n: number) => `Line ${n}`,
    unsearched: (n: number | null) =>
      n === null
        ? 'The time was up before everything was searched.'
        : `The time was up: ${countedEn(n, '1 item was not searched', '# items were not searched')}.`,
    unreadFiles: (n: number) =>
      `The symbols of ${countedEn(n, '1 file', '# files')} are still being read, so there may be more results.`,
    unreadRepos: (n: number) =>
      `The symbols of ${countedEn(n, '1 repository', '# repositories')} are still being read, so there may be more results.`,
    pointsCount: 'In repositories vowel points count: a word without them does not find one with them.',
    goOn: 'Go on searching',
    searching: 'Searching…',
  },
})
