import { messages } from '#base/messages.ts'

/** The ways to a first note: all that a page without notes has to know. */
export const askingMessages = messages({
  he: {
    noteHere: 'פתק על הכותרת',
    keyNew: 'פתק חדש על השורות שנבחרו',
    keyNewHeading: 'פתק חדש על הכותרת',
  },
  en: {
    noteHere: 'Note on this heading',
    keyNew: 'New note on the selected lines',
    keyNewHeading: 'New note on the heading',
  },
})

export type AskingWords = ReturnType<typeof askingMessages>
