import { messages } from '#base/messages.ts'

/** Messages of the search box, which the browser has too. */
export const boxMessages = messages({
  he: {
    search: 'חיפוש בכול',
    placeholder: 'מילה, ״ביטוי״, /ביטוי רגולרי/ או sym:שם',
    failed: 'החיפוש לא הגיע לשרת.',
    interrupted: 'החיפוש נקטע באמצע, ולכן חלק מהתוצאות חסרות.',
    retry: 'ניסיון נוסף',
    keySearch: 'מעבר לתיבת החיפוש',
    keyNext: 'התוצאה הבאה',
    keyPrevious: 'התוצאה הקודמת',
  },
  en: {
    search: 'Search everything',
    placeholder: 'A word, "a phrase", /a pattern/ or sym:name',
    failed: 'The search did not reach the server.',
    interrupted: 'The search was interrupted, so some results are missing.',
    retry: 'Try again',
    keySearch: 'Go to the search box',
    keyNext: 'Next result',
    keyPrevious: 'Previous result',
  },
})
