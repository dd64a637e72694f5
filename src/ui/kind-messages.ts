import { messages } from '#base/messages.ts'

/** The kind of a notice in a word. A separate module, because notices are also rendered in the browser. */
export const noticeKindMessages = messages({
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
