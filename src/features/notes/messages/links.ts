import { messages, plural } from '#base/messages.ts'

export const linkMessages = messages({
  he: {
    list: 'הצעות לקישור',
    count: (n: number) => plural('he', n, { one: 'הצעה אחת', two: 'שתי הצעות', other: `${n} הצעות` }),
    file: 'קובץ',
    symbol: 'הגדרה',
    note: 'פתק',
    board: 'לוח',
  },
  en: {
    list: 'Suggestions for a link',
    count: (n) => plural('en', n, { one: '1 suggestion', other: `${n} suggestions` }),
    file: 'file',
    symbol: 'symbol',
    note: 'note',
    board: 'board',
  },
})
