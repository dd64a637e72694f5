import { messages } from '#base/messages.ts'

/** The palette in words: a colour is never told by colour alone. */
export const colorMessages = messages({
  he: {
    yellow: 'צהוב',
    pink: 'ורוד',
    green: 'ירוק',
    blue: 'כחול',
    purple: 'סגול',
    orange: 'כתום',
    gray: 'אפור',
  },
  en: {
    yellow: 'Yellow',
    pink: 'Pink',
    green: 'Green',
    blue: 'Blue',
    purple: 'Purple',
    orange: 'Orange',
    gray: 'Grey',
  },
})
