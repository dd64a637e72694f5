import { messages } from '#base/messages.ts'

export const orphanMessages = messages({
  he: {
    title: 'פתקים לא משויכים',
    none: 'אין במאגר הזה פתקים לא משויכים.',
    unknown: 'אי אפשר לקרוא כרגע את העותק של המאגר, ולכן לא ידוע אילו פתקים אינם משויכים.',
    left: 'המאגר כבר לא משוקף. הפתקים נשמרו כאן.',
    was: 'היה על',
    line: 'שורה',
    path: 'נתיב הקובץ החדש',
    attach: 'הצמדה',
    attached: 'הפתק הוצמד.',
    changed: 'הפתק השתנה בינתיים ולא הוצמד. אפשר לנסות שוב.',
    noFile: 'אין קובץ כזה במאגר.',
    repo: 'חזרה למאגר',
    emptyNote: '(פתק ריק)',
  },
  en: {
    title: 'Unplaced notes',
    none: 'This repository has no unplaced notes.',
    unknown: 'The copy of the repository cannot be read now, so unplaced notes cannot be listed.',
    left: 'The repository is no longer mirrored. Its notes are kept here.',
    was: 'Was on',
    line: 'Line',
    path: 'Path of the new file',
    attach: 'Attach',
    attached: 'The note was attached.',
    changed: 'The note was changed meanwhile and was not attached. Try again.',
    noFile: 'The repository has no such file.',
    repo: 'Back to the repository',
    emptyNote: '(empty note)',
  },
})
