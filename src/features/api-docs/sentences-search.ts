import type { LocalizedText } from '#base/messages.ts'

/** Operations of the search of everything. */
export const SEARCH_SENTENCES: Readonly<Record<string, LocalizedText>> = {
  'GET /api/search': {
    he: 'חיפוש בקבצים, בהגדרות בקוד, בפתקים, בלוחות ובמאגרים; התוצאות בקבוצות, הטובה ביותר ראשונה.',
    en: 'Searches files, symbols, notes, boards and repositories; results come in groups, the best first.',
  },
  'GET /api/search/stream': {
    he: 'אותו חיפוש כ־server-sent events: אירוע group לכל קבוצה ברגע שהיא מוכנה, ובסוף done. שאילתה שגויה היא אירוע problem.',
    en: 'The same search as server-sent events: one group event for each group as soon as it is ready, then done. A wrong query is a problem event.',
  },
  'GET /api/search/values': {
    he: 'הערכים שאפשר לכתוב אחרי lang:‎,‏ tag:‎,‏ repo:‎ ו־path:‎ בחיפוש, הנפוצים ראשונים.',
    en: 'Lists what can follow lang:, tag:, repo: and path: in a search, the most used first.',
  },
  'GET /api/search/opened': {
    he: 'הקבצים, הלוחות וקובצי המאגרים שבכתובות האלה, בלי מה שנמחק; בסדר הכתובות.',
    en: 'Lists the files, boards and repository files at these addresses, without deleted ones, in their order.',
  },
}
