import { messages, plural } from '#base/messages.ts'

export const backlinkMessages = messages({
  he: {
    count: (n: number) =>
      plural('he', n, { one: 'קישור אחד לכאן', two: 'שני קישורים לכאן', other: `${n} קישורים לכאן` }),
    title: (name: string) => `קישורים אל ״\u2068${name}\u2069״`,
    note: 'פתק',
    file: 'קובץ',
    emptyNote: 'פתק ריק',
    line: (n: number) => `שורה ${n}`,
    all: 'כל הקישורים',
    more: 'הקישורים הבאים',
    none: 'אין קישורים לכאן',
    noneText: 'קישור נוצר כשכותבים בפתק או בקובץ Markdown את השם בין סוגריים מרובעים כפולים.',
  },
  en: {
    count: (n) => plural('en', n, { one: '1 link here', other: `${n} links here` }),
    title: (name) => `Links to “\u2068${name}\u2069”`,
    note: 'Note',
    file: 'File',
    emptyNote: 'Empty note',
    line: (n) => `line ${n}`,
    all: 'All links',
    more: 'More links',
    none: 'Nothing links here',
    noneText: 'A link is made by writing the name between double square brackets in a note or a Markdown file.',
  },
})
