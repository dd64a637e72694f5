import { messages } from '#base/messages.ts'

/** What becomes of a file. */
export const outcomeWords = messages({
  he: {
    new: 'חדש',
    update: 'גרסה חדשה',
    unchanged: 'כבר כאן',
    known: 'יעודכן אם השתנה',
  },
  en: {
    new: 'new',
    update: 'new version',
    unchanged: 'already here',
    known: 'updated if it changed',
  },
})

/** What had to change so that a file fits. */
export const adjustmentWords = messages({
  he: {
    name: 'השם שונה',
    tags: 'חלק מהתגיות לא נכנסו',
    description: 'התיאור קוצר',
  },
  en: {
    name: 'name changed',
    tags: 'some tags left out',
    description: 'description shortened',
  },
})
