import { messages } from '#base/messages.ts'

/** Colour names: a colour must never be the only information. */
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
