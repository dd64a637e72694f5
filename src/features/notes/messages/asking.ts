import { messages } from '#base/messages.ts'

/** Labels of the buttons that create a first note, for pages without notes. */
export const askingMessages = messages({
  he: {
    noteHere: 'פתק על הכותרת',
    keyNew: 'פתק חדש כאן',
    textField: 'תוכן הפתק',
    textHint: 'מה כדאי לזכור כאן?',
  },
  en: {
    noteHere: 'Note on this heading',
    keyNew: 'New note here',
    textField: 'Text of the note',
    textHint: 'What is worth remembering here?',
  },
})

export type AskingWords = ReturnType<typeof askingMessages>
