import { messages } from '#base/messages.ts'

/** The kind of a notice in a word. Apart from the others, because notices are also drawn in the browser. */
export const kindMessages = messages({
  he: {
    info: 'לידיעה',
    warn: 'אזהרה',
    error: 'שגיאה',
    success: 'בוצע',
  },
  en: {
    info: 'Note',
    warn: 'Warning',
    error: 'Error',
    success: 'Done',
  },
})
