import { messages, plural } from '#base/messages.ts'

/** Texts of the installed app: its name on the home screen, and the offline page. */
export const installMessages = messages({
  he: {
    name: 'Codeshelf, מדף לקוד',
    description: 'ספרייה אישית לקוד, עם פתקים ותזכורות.',
    newFile: 'קובץ חדש',
    files: 'קבצים',
    reminders: 'תזכורות',
    offlineTitle: 'אין חיבור',
    offlineText: 'הקבצים והפתקים נמצאים בשרת ולא נשמרים במכשיר, ולכן אי אפשר להציג אותם עכשיו.',
    kept: 'מה כן נשמר במכשיר הזה',
    keptNothing: 'שום דבר לא מחכה לשמירה.',
    keptUnknown: 'כדי לראות מה מחכה לשמירה צריך להפעיל JavaScript.',
    keptAfter: 'יישלח כשהדף שבו נכתב ייפתח עם חיבור.',
    retry: 'ניסיון נוסף',
    back: 'החיבור חזר',
  },
  en: {
    name: 'Codeshelf, a shelf for code',
    description: 'A personal library of code, with notes and reminders.',
    newFile: 'New file',
    files: 'Files',
    reminders: 'Reminders',
    offlineTitle: 'No connection',
    offlineText: 'Files and notes are on the server and are not kept on this device, so they cannot be shown now.',
    kept: 'What this device does keep',
    keptNothing: 'Nothing is waiting to be saved.',
    keptUnknown: 'Turn on JavaScript to see what is waiting to be saved.',
    keptAfter: 'It is sent when the page it was written on is opened with a connection.',
    retry: 'Try again',
    back: 'The connection is back',
  },
})

/** A script counts them and knows only the language of the page. */
export const keptMessages = messages({
  he: {
    drafts: (n: number) =>
      plural('he', n, { one: 'טיוטה אחת של קובץ', two: 'שתי טיוטות של קבצים', other: `${n} טיוטות של קבצים` }),
    notes: (n: number) =>
      plural('he', n, { one: 'שינוי אחד בפתק', two: 'שינויים בשני פתקים', other: `שינויים ב־${n} פתקים` }),
  },
  en: {
    drafts: (n) => plural('en', n, { one: '1 draft of a file', other: `${n} drafts of files` }),
    notes: (n) => plural('en', n, { one: 'a change to 1 note', other: `changes to ${n} notes` }),
  },
})
