import { messages } from '#base/messages.ts'

/** Words of files whose page draws only the visible rows. */
export const largeMessages = messages({
  he: {
    plain: 'הקובץ גדול, ולכן הטקסט מוצג בלי צבעים.',
    restFailed: 'שאר הקובץ לא נטען. אפשר לטעון את הדף מחדש.',
    cutRows: (shown: string) =>
      `הקובץ ארוך מדי לדף אחד. מוצגות ${shown} השורות הראשונות; ההעתקה והטקסט הגולמי כוללים את כולו.`,
    cutPrint: (shown: string, all: string) => `הודפסו ${shown} השורות הראשונות מתוך ${all}.`,
    find: 'חיפוש בקובץ',
    findText: 'הטקסט לחיפוש',
    findCase: 'התאמת אותיות גדולות וקטנות',
    findNext: 'ההופעה הבאה',
    findPrevious: 'ההופעה הקודמת',
    findClose: 'סגירת החיפוש',
    findNone: 'לא נמצא',
    findCount: (n: string, all: string) => `${n} מתוך ${all}`,
  },
  en: {
    plain: 'The file is large, so it is shown without colours.',
    restFailed: 'The rest of the file could not be loaded. Reload the page to try again.',
    cutRows: (shown) =>
      `The file is too long for one page. These are its first ${shown} lines; copying and the raw text have all.`,
    cutPrint: (shown, all) => `These are the first ${shown} lines of ${all}.`,
    find: 'Find in file',
    findText: 'Text to find',
    findCase: 'Match case',
    findNext: 'Next match',
    findPrevious: 'Previous match',
    findClose: 'Close search',
    findNone: 'No matches',
    findCount: (n, all) => `${n} of ${all}`,
  },
})

export type LargeWords = ReturnType<typeof largeMessages>
