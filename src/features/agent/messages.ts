import { messages, plural } from '#base/messages.ts'

export const agentMessages = messages({
  he: {
    title: 'פעילות האסימונים',
    hint: 'כל פעולה של סוכן או תוכנה עם אסימון גישה נרשמת כאן ל־90 יום.',
    back: 'חזרה להגדרות',
    undoTitle: 'ביטול פעולות',
    undoHint:
      'קובץ שנערך חוזר לתוכן הקודם כגרסה חדשה, ומה שנוצר עובר לסל המיחזור. מה ששונה בינתיים בידי אחרים נשאר כפי שהוא. מה שהועבר לסל המיחזור חוזר ממנו. שיתוף, מועדפים ומחיקה לצמיתות מופיעים ברשימה ואינם מתבטלים כאן.',
    writes: (n: number) =>
      plural('he', n, { one: 'כתיבה אחת שאפשר לבטל', two: 'שתי כתיבות שאפשר לבטל', other: `${n} כתיבות שאפשר לבטל` }),
    lastAt: 'לאחרונה',
    since: 'לבטל הכול מתוך',
    sinceFor: (name: string) => `לבטל הכול מתוך, עבור ${name}`,
    undo: 'ביטול',
    undoFor: (name: string) => `ביטול פעולות של ${name}`,
    list: 'פעולות',
    show: 'מה להציג',
    onlyWrites: 'כתיבות',
    everything: 'הכול',
    oneToken: 'מוצג אסימון אחד.',
    allTokens: 'כל האסימונים',
    none: 'אין כאן פעולות',
    noneText: 'כשסוכן או תוכנה יפעלו בספרייה בעזרת אסימון, מה שעשו יופיע כאן.',
    noWritesText: 'שום אסימון לא כתב דבר ב־90 הימים האחרונים.',
    more: 'פעולות ישנות יותר',
    badCursor: 'הקישור לאמצע הרשימה כבר לא תקף. מוצגת תחילת הרשימה.',
    badShow: 'הבחירה מה להציג לא הייתה תקינה, ולכן מוצגות כתיבות.',
    api: 'דרך ה־API',
    note: 'פתק',
    file: 'קובץ',
    undone: 'בוטל',
    refused: 'נדחה',
    failed: 'נכשל',
    undoneTitle: 'הביטול הסתיים',
    undoneCount: (n: number) =>
      plural('he', n, {
        one: 'דבר אחד חזר למצבו הקודם.',
        two: 'שני דברים חזרו למצבם הקודם.',
        other: `${n} דברים חזרו למצבם הקודם.`,
      }),
    nothing: 'לא היה מה לבטל.',
    leftAlone: (n: number) =>
      plural('he', n, {
        one: 'דבר אחד נשאר כפי שהוא:',
        two: 'שני דברים נשארו כפי שהם:',
        other: `${n} דברים נשארו כפי שהם:`,
      }),
    toJournal: 'לכל הפעולות',
  },
  en: {
    title: 'Token activity',
    hint: 'Every act of an agent or a program with an access token is kept here for 90 days.',
    back: 'Back to settings',
    undoTitle: 'Undo',
    undoHint:
      'A file that was edited gets its earlier text back as a new version, and what was made goes to the trash. What somebody else has changed meanwhile is left as it is. What went to the trash is restored. Sharing, favourites and purging are in the list and are not undone here.',
    writes: (n) => plural('en', n, { one: '1 write that can be undone', other: `${n} writes that can be undone` }),
    lastAt: 'Last',
    since: 'Undo everything from',
    sinceFor: (name) => `Undo everything by ${name} from`,
    undo: 'Undo',
    undoFor: (name) => `Undo what ${name} did`,
    list: 'Activity',
    show: 'What to show',
    onlyWrites: 'Writes',
    everything: 'Everything',
    oneToken: 'One token is shown.',
    allTokens: 'All tokens',
    none: 'Nothing here yet',
    noneText: 'When an agent or a program uses a token in your library, what it did is shown here.',
    noWritesText: 'No token wrote anything in the last 90 days.',
    more: 'Older activity',
    badCursor: 'That link into the list is no longer valid. This is the start of the list.',
    badShow: 'There is no such choice of what to show, so writes are shown.',
    api: 'over the API',
    note: 'Note',
    file: 'File',
    undone: 'Undone',
    refused: 'Refused',
    failed: 'Failed',
    undoneTitle: 'Undo is done',
    undoneCount: (n) =>
      plural('en', n, { one: '1 thing is as it was before.', other: `${n} things are as they were before.` }),
    nothing: 'There was nothing to undo.',
    leftAlone: (n) => plural('en', n, { one: '1 thing was left alone:', other: `${n} things were left alone:` }),
    toJournal: 'All activity',
  },
})

export const kindMessages = messages({
  he: {
    file_saved: 'קובץ חדש',
    file_edited: 'עריכת קובץ',
    file_trashed: 'העברה לסל המיחזור',
    file_restored: 'החזרה מסל המיחזור',
    note_created: 'פתק חדש',
    note_updated: 'עדכון פתק',
    board_note_created: 'פתק חדש בלוח',
    repo_note_created: 'פתק חדש במאגר',
  },
  en: {
    file_saved: 'New file',
    file_edited: 'File edited',
    file_trashed: 'Moved to the trash',
    file_restored: 'Restored from the trash',
    note_created: 'New note',
    note_updated: 'Note updated',
    board_note_created: 'New note on a board',
    repo_note_created: 'New note in a repository',
  },
})

export const sinceMessages = messages({
  he: { hour: 'השעה האחרונה', today: 'היום', all: 'כל הזמן' },
  en: { hour: 'the last hour', today: 'today', all: 'all time' },
})

export const reasonMessages = messages({
  he: {
    changed: 'השתנה בידי מישהו אחר',
    gone: 'כבר בסל המיחזור או נמחק',
    name_taken: 'השם הקודם תפוס עכשיו',
  },
  en: {
    changed: 'changed by somebody else',
    gone: 'in the trash already, or deleted',
    name_taken: 'its earlier name is taken now',
  },
})
