import { formatNumber, messages, plural } from '#base/messages.ts'

const he = (n: number, one: string, two: string, many: string) =>
  plural('he', n, { one, two, other: many.replace('#', formatNumber('he', n)) })
const en = (n: number, one: string, many: string) =>
  plural('en', n, { one, other: many.replace('#', formatNumber('en', n)) })

/** Messages of /search that only the server renders. */
export const searchMessages = messages({
  he: {
    title: 'חיפוש',
    files: 'קבצים',
    symbols: 'הגדרות בקוד',
    notes: 'פתקים',
    boards: 'לוחות',
    repos: 'מאגרים',
    results: (n: number) => he(n, 'תוצאה אחת', 'שתי תוצאות', '# תוצאות'),
    noResults: 'אין תוצאות',
    nothing: (q: string) => `לא נמצא דבר עבור ״\u2068${q}\u2069״.`,
    nothingHint: 'אפשר לנסות פחות מילים, או להסיר סינון.',
    more: 'עוד תוצאות',
    untitled: 'פתק בלי כותרת',
    line: (n: number) => `שורה ${n}`,
    unsearched: (n: number | null) =>
      n === null
        ? 'הזמן נגמר לפני שהכול נבדק.'
        : `הזמן נגמר: ${he(n, 'פריט אחד לא נבדק', 'שני פריטים לא נבדקו', '# פריטים לא נבדקו')}.`,
    unreadFiles: (n: number) =>
      `ההגדרות ב${he(n, 'קובץ אחד', 'שני קבצים', '־# קבצים')} עוד נקראות, ולכן אולי יש תוצאות נוספות.`,
    unreadRepos: (n: number) =>
      `ההגדרות ב${he(n, 'מאגר אחד', 'שני מאגרים', '־# מאגרים')} עוד נקראות, ולכן אולי יש תוצאות נוספות.`,
    pointsCount: 'במאגרים הניקוד נחשב: מילה בלי ניקוד לא מוצאת מילה מנוקדת.',
    goOn: 'המשך החיפוש',
    helpTitle: 'מה אפשר לחפש',
    helpText: 'מילה אחת מספיקה: החיפוש עובר על קבצים, הגדרות בקוד, פתקים, לוחות ומאגרים.',
    helpWords: 'כל המילים, בכל סדר',
    helpPhrase: 'המילים בדיוק כך',
    helpPattern: 'ביטוי רגולרי',
    helpSymbol: 'הגדרה בקוד לפי שמה',
    helpExclude: 'בלי המילה הזאת',
    helpIn: 'רק בפתקים; גם files,‏ boards,‏ repos',
    helpLang: 'רק בשפה הזאת',
    helpTag: 'רק עם התגית הזאת',
    helpPath: 'רק כשזה חלק מהנתיב',
    helpTask: 'פתקים עם משימה פתוחה; גם due,‏ favourite,‏ trash',
    helpAfter: 'השתנה מהיום הזה ואילך; גם before',
    helpCase: 'אותיות גדולות וקטנות נחשבות',
    unclosed_quote: 'המירכאות לא נסגרו.',
    empty_value: (operator: string) => `חסר ערך אחרי \u2068${operator}:\u2069`,
    unknown_value: (operator: string) => `הערך אחרי \u2068${operator}:\u2069 לא מוכר.`,
    invalid_day: 'תאריך נכתב כך: 2026,‏ 2026-03 או 2026-03-12.',
    cannot_exclude: (operator: string) => `אי אפשר לשלול את \u2068${operator}:\u2069`,
    only_exclusions: 'חסר מה לחפש. אם המקף הוא חלק מהטקסט, צריך לכתוב אותו בין מירכאות.',
    invalid_pattern: (detail: string) => `הביטוי הרגולרי לא תקין: \u2068${detail}\u2069`,
    too_long: (max: string) => `החיפוש ארוך מדי: עד ${max} תווים.`,
    too_many_parts: (max: string) => `בחיפוש יש יותר מדי חלקים: עד ${max}.`,
    not_for_notes: (part: string) => `בפתקים אי אפשר לחפש לפי \u2068${part}\u2069`,
  },
  en: {
    title: 'Search',
    files: 'Files',
    symbols: 'Symbols',
    notes: 'Notes',
    boards: 'Boards',
    repos: 'Repositories',
    results: (n: number) => en(n, '1 result', '# results'),
    noResults: 'No results',
    nothing: (q: string) => `Nothing was found for “\u2068${q}\u2069”.`,
    nothingHint: 'Try fewer words, or remove a filter.',
    more: 'More results',
    untitled: 'Untitled note',
    line: (n: number) => `Line ${n}`,
    unsearched: (n: number | null) =>
      n === null
        ? 'The time was up before everything was searched.'
        : `The time was up: ${en(n, '1 item was not searched', '# items were not searched')}.`,
    unreadFiles: (n: number) =>
      `The symbols of ${en(n, '1 file', '# files')} are still being read, so there may be more results.`,
    unreadRepos: (n: number) =>
      `The symbols of ${en(n, '1 repository', '# repositories')} are still being read, so there may be more results.`,
    pointsCount: 'In repositories vowel points count: a word without them does not find one with them.',
    goOn: 'Go on searching',
    helpTitle: 'What you can search for',
    helpText: 'One word is enough: it is looked for in files, symbols, notes, boards and repositories.',
    helpWords: 'all words, in any order',
    helpPhrase: 'exactly these words',
    helpPattern: 'a regular expression',
    helpSymbol: 'a definition in code, by its name',
    helpExclude: 'without this word',
    helpIn: 'only in notes; also files, boards, repos',
    helpLang: 'only in this language',
    helpTag: 'only with this tag',
    helpPath: 'only where this is part of the path',
    helpTask: 'notes with an open task; also due, favourite, trash',
    helpAfter: 'changed on this day or later; also before',
    helpCase: 'upper and lower case count',
    unclosed_quote: 'The quotation mark is not closed.',
    empty_value: (operator: string) => `There is no value after \u2068${operator}:\u2069`,
    unknown_value: (operator: string) => `The value after \u2068${operator}:\u2069 is not known.`,
    invalid_day: 'A day is written like this: 2026, 2026-03 or 2026-03-12.',
    cannot_exclude: (operator: string) => `\u2068${operator}:\u2069 cannot be excluded.`,
    only_exclusions: 'There is nothing to look for. If the dash belongs to the text, put it in quotes.',
    invalid_pattern: (detail: string) => `The regular expression is not valid: \u2068${detail}\u2069`,
    too_long: (max: string) => `The search is too long: up to ${max} characters.`,
    too_many_parts: (max: string) => `The search has too many parts: up to ${max}.`,
    not_for_notes: (part: string) => `Notes cannot be searched by \u2068${part}\u2069`,
  },
})
