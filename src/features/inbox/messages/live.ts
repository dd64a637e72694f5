import { formatNumber, messages, plural } from '#base/messages.ts'

/** Messages of /notes that the browser needs; only these are sent to it. */
export const liveInboxMessages = messages({
  he: {
    search: 'חיפוש בפתקים',
    placeholder: 'מילים מתוך פתק',
    failed: 'הפתקים לא נטענו. מה שכבר מוצג נשאר כאן.',
    retry: 'ניסיון נוסף',
    moreLoaded: (n: number) =>
      plural('he', n, { one: 'נוסף פתק אחד', two: 'נוספו שני פתקים', other: `נוספו ${formatNumber('he', n)} פתקים` }),
    found: (n: number) =>
      plural('he', n, { one: 'פתק אחד', two: 'שני פתקים', other: `${formatNumber('he', n)} פתקים` }),
    ticked: 'המשימה סומנה.',
    unticked: 'הסימון הוסר.',
    conflict: 'הפתק השתנה במקום אחר, ולכן הסימון לא נשמר. זה המצב עכשיו.',
    notSaved: 'לא נשמר. אפשר לנסות שוב.',
    nothingToDo: 'אין בפתק הזה משימה פתוחה או תזכורת.',
    noReminder: 'אין לפתק הזה תזכורת.',
    inPlace: 'הפתק נמצא במקומו.',
    keySearch: 'חיפוש בפתקים',
    keyNext: 'הפתק הבא',
    keyPrevious: 'הפתק הקודם',
    keyDone: 'בוצע: סגירת התזכורת שהגיעה, או סימון המשימה הבאה',
    keySnooze: 'דחיית התזכורת בשעה',
    keyAttach: 'הצמדה למקום אחר',
  },
  en: {
    search: 'Search notes',
    placeholder: 'Words from a note',
    failed: 'The notes could not be loaded. What was loaded before is still here.',
    retry: 'Retry',
    moreLoaded: (n) => plural('en', n, { one: '1 more note', other: `${formatNumber('en', n)} more notes` }),
    found: (n) => plural('en', n, { one: '1 note', other: `${formatNumber('en', n)} notes` }),
    ticked: 'Task done.',
    unticked: 'Task open again.',
    conflict: 'The note was changed elsewhere, so the checkbox was not saved. This is how it stands now.',
    notSaved: 'Not saved. Try again.',
    nothingToDo: 'This note has no open task and no reminder.',
    noReminder: 'This note has no reminder.',
    inPlace: 'This note is in its place.',
    keySearch: 'Search notes',
    keyNext: 'Next note',
    keyPrevious: 'Previous note',
    keyDone: 'Done: close the due reminder, or tick the next task',
    keySnooze: 'Snooze the reminder for an hour',
    keyAttach: 'Attach the note elsewhere',
  },
})
