import { formatNumber, messages, plural } from '#base/messages.ts'
import { en } from './numbers.ts'

/** Texts of the trash. */
export const trashMessages = messages({
  he: {
    trashTitle: 'סל המיחזור',
    trashHint: 'קבצים שנמחקו נשמרים כאן עם כל הגרסאות שלהם עד המועד שמצוין, ואז נמחקים לצמיתות.',
    trashList: 'קבצים בסל המיחזור',
    trashEmpty: 'סל המיחזור ריק',
    trashEmptyText: 'קבצים שנמחקו מופיעים כאן, ואפשר לשחזר אותם.',
    backToFiles: 'לכל הקבצים',
    deleted: 'נמחק',
    daysLeft: (n: number) =>
      plural('he', n, { one: 'נותר יום אחד', two: 'נותרו יומיים', other: `נותרו ${formatNumber('he', n)} ימים` }),
    lastDay: 'נמחק לצמיתות היום',
    until: 'עד',
    restore: 'שחזור',
    restoreOne: (name: string) => `שחזור ${name}`,
    purge: 'מחיקה עכשיו',
    purgeOne: (name: string) => `מחיקה עכשיו של ${name}`,
    purgeSure: 'הקובץ וכל הגרסאות שלו יימחקו לצמיתות. אי אפשר לבטל את הפעולה.',
    purgeForGood: 'מחיקה לצמיתות',
    restored: 'הקובץ שוחזר:',
    restoredMany: (n: number) =>
      plural('he', n, {
        one: 'קובץ אחד שוחזר.',
        two: 'שני קבצים שוחזרו.',
        other: `${formatNumber('he', n)} קבצים שוחזרו.`,
      }),
    namesTaken: (n: number) =>
      plural('he', n, {
        one: 'קובץ אחד נשאר כאן, כי כבר יש קובץ בשם שלו. אפשר לשחזר אותו בשם אחר.',
        two: 'שני קבצים נשארו כאן, כי כבר יש קבצים בשמות שלהם. אפשר לשחזר כל אחד בשם אחר.',
        other: `${formatNumber('he', n)} קבצים נשארו כאן, כי כבר יש קבצים בשמות שלהם. אפשר לשחזר כל אחד בשם אחר.`,
      }),
    noneChosen: 'לא נבחרו קבצים.',
    selectAll: 'בחירת כל הקבצים בדף',
    select: (name: string) => `בחירת ${name}`,
    restoreChosen: 'שחזור הקבצים שנבחרו',
    purged: 'הקובץ נמחק לצמיתות.',
    taken: (name: string) => `כבר יש קובץ בשם \u2068${name}\u2069. אפשר לשחזר בשם אחר:`,
    newName: 'שם הקובץ המשוחזר',
    restoreAs: 'שחזור בשם הזה',
    badCursor: 'הקישור לאמצע הרשימה כבר לא תקף. מוצגת תחילת הרשימה.',
    moreTrash: 'עוד קבצים',
  },
  en: {
    trashTitle: 'Trash',
    trashHint: 'Deleted files stay here with all their versions until their date, and are then deleted permanently.',
    trashList: 'Files in the trash',
    trashEmpty: 'The trash is empty',
    trashEmptyText: 'Deleted files appear here and can be restored.',
    backToFiles: 'All files',
    deleted: 'Deleted',
    daysLeft: (n) => en(n, 'day left', 'days left'),
    lastDay: 'Deleted permanently today',
    until: 'until',
    restore: 'Restore',
    restoreOne: (name) => `Restore ${name}`,
    purge: 'Delete now',
    purgeOne: (name) => `Delete now ${name}`,
    purgeSure: 'The file and all its versions will be deleted permanently. This cannot be undone.',
    purgeForGood: 'Delete permanently',
    restored: 'Restored:',
    restoredMany: (n) =>
      plural('en', n, { one: '1 file restored.', other: `${formatNumber('en', n)} files restored.` }),
    namesTaken: (n) =>
      plural('en', n, {
        one: '1 file stayed here, because there is a file with its name. It can be restored under another name.',
        other: `${formatNumber('en', n)} files stayed here, because there are files with their names. Each can be restored under another name.`,
      }),
    noneChosen: 'No files are selected.',
    selectAll: 'Select all files on this page',
    select: (name) => `Select ${name}`,
    restoreChosen: 'Restore selected',
    purged: 'The file was permanently deleted.',
    taken: (name) => `There is a file named \u2068${name}\u2069 already. It can be restored under another name:`,
    newName: 'Name of the restored file',
    restoreAs: 'Restore under this name',
    badCursor: 'That link into the list is no longer valid. This is the start of the list.',
    moreTrash: 'More files',
  },
})
