import { messages } from '#base/messages.ts'
import { enNumber, heNumber } from './numbers.ts'

/** Texts for selecting all matching files; they are in the bundle of that code. */
export const wideMessages = messages({
  he: {
    allFiles: (n: number) => `בחירת כל ${heNumber(n)} הקבצים`,
    allMatching: (n: number) => `בחירת כל ${heNumber(n)} המתאימים`,
    firstOf: (n: number, total: number) => `בחירת ${heNumber(n)} הראשונים מתוך ${heNumber(total)}`,
    firstOfMore: (n: number) => `בחירת ${heNumber(n)} הראשונים (יש עוד)`,
    withHidden: 'כולל קבצים שלא מוצגים.',
    onlyShown: (n: number) => `רק ${heNumber(n)} המוצגים`,
  },
  en: {
    allFiles: (n) => `Select all ${enNumber(n)} files`,
    allMatching: (n) => `Select all ${enNumber(n)} that match`,
    firstOf: (n, total) => `Select the first ${enNumber(n)} of ${enNumber(total)}`,
    firstOfMore: (n) => `Select the first ${enNumber(n)} (there are more)`,
    withHidden: 'Including files not shown.',
    onlyShown: (n) => `Only the ${enNumber(n)} shown`,
  },
})
