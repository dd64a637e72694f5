import { messages } from '#base/messages.ts'

export const pastMessages = messages({
  he: {
    diffCut: 'ההשוואה ארוכה, ומוצג רק חלקה הראשון.',
    pages: 'עוד היסטוריה',
    newer: 'שינויים חדשים יותר',
    older: 'שינויים קודמים',
    noOlder: 'אין שינויים קודמים.',
    searchSlow: 'החיפוש ארך יותר מדי זמן והופסק. ייתכן שיש עוד שורות.',
  },
  en: {
    diffCut: 'The comparison is long, and only its first part is shown.',
    pages: 'More history',
    newer: 'Newer commits',
    older: 'Older commits',
    noOlder: 'There are no older commits.',
    searchSlow: 'The search took too long and was stopped. There may be more lines.',
  },
})
