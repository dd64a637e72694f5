import { messages, plural } from '#base/messages.ts'

export const pastMessages = messages({
  he: {
    diffCut: 'ההשוואה ארוכה, ומוצג רק חלקה הראשון.',
    pages: 'עוד היסטוריה',
    newer: 'שינויים חדשים יותר',
    older: 'שינויים קודמים',
    noOlder: 'אין שינויים קודמים.',
    oldest: 'ישן',
    newest: 'חדש',
    blameBefore: (subject: string) => `מי כתב לפני: ${subject}`,
    searchSlow: 'החיפוש ארך יותר מדי זמן והופסק. ייתכן שיש עוד שורות.',
    indexDown: 'אינדקס החיפוש אינו זמין כרגע. החיפוש נעשה ישירות ב־git, ולכן הוא אטי יותר.',
    searchSkipped: (n: number) =>
      plural('he', n, {
        one: 'קובץ אחד גדול מ־\u20688 MB\u2069 ולא נכלל בחיפוש.',
        two: 'שני קבצים גדולים מ־\u20688 MB\u2069 ולא נכללו בחיפוש.',
        other: `${n} קבצים גדולים מ־\u20688 MB\u2069 ולא נכללו בחיפוש.`,
      }),
  },
  en: {
    diffCut: 'The comparison is long, and only its first part is shown.',
    pages: 'More history',
    newer: 'Newer commits',
    older: 'Older commits',
    noOlder: 'There are no older commits.',
    oldest: 'Older',
    newest: 'Newer',
    blameBefore: (subject) => `Blame before: ${subject}`,
    searchSlow: 'The search took too long and was stopped. There may be more lines.',
    indexDown: 'The search index is not available right now. Git searched instead, which is slower.',
    searchSkipped: (n) =>
      plural('en', n, {
        one: '1 file is larger than 8 MB and was not searched.',
        other: `${n} files are larger than 8 MB and were not searched.`,
      }),
  },
})
