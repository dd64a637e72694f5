import { messages } from '#base/messages.ts'

/** Messages of a lost note whose code is in another file of the library. */
export const moveOfferMessages = messages({
  he: {
    codeIsIn: 'הקוד הזה נמצא עכשיו ב־',
    moveNote: 'העברת הפתק',
    dismiss: 'התעלמות',
    moved: (path: string) => `הפתק הועבר אל \u2068${path}\u2069.`,
    movedBack: 'הפתק הוחזר לקובץ הזה.',
    dismissed: 'ההצעה הוסרה.',
    failed: 'לא נשמר. אפשר לנסות שוב.',
  },
  en: {
    codeIsIn: 'This code is now in ',
    moveNote: 'Move note',
    dismiss: 'Dismiss',
    moved: (path) => `Note moved to \u2068${path}\u2069.`,
    movedBack: 'Note moved back to this file.',
    dismissed: 'Suggestion dismissed.',
    failed: 'Not saved. Try again.',
  },
})
