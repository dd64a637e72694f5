import { messages } from '#base/messages.ts'

export const orphanMessages = messages({
  he: {
    title: 'פתקים ללא קובץ',
    none: 'לכל הפתקים במאגר הזה יש קובץ.',
    unknown: 'העותק המשוקף לא ניתן לקריאה כרגע, ולכן אי אפשר לדעת אילו פתקים נשארו ללא קובץ.',
    left: 'המאגר כבר לא משוקף. הפתקים נשמרו כאן.',
    was: 'היה על',
    line: 'שורה',
    path: 'נתיב הקובץ החדש',
    attach: 'הצמדה',
    attached: 'הפתק הוצמד.',
    changed: 'הפתק השתנה באותו רגע ולא הוצמד. אפשר לנסות שוב.',
    noFile: 'אין קובץ כזה במאגר.',
    repo: 'למאגר',
    emptyNote: '(פתק ריק)',
  },
  en: {
    title: 'Orphaned notes',
    none: 'Every note of this repository has its file.',
    unknown: 'The mirrored copy cannot be read now, so it is not known which notes are orphaned.',
    left: 'The repository is no longer mirrored. Its notes are kept here.',
    was: 'Was on',
    line: 'Line',
    path: 'Path of the new file',
    attach: 'Attach',
    attached: 'The note was attached.',
    changed: 'The note changed at that very moment and was not attached. Try again.',
    noFile: 'The repository has no such file.',
    repo: 'To the repository',
    emptyNote: '(empty note)',
  },
})
