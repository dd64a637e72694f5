import { formatNumber, messages, plural } from '#base/messages.ts'
import { en } from './numbers.ts'

/** Words of the trash. */
export const trashMessages = messages({
  he: {
    trashTitle: 'סל המיחזור',
    trashHint: 'קובץ שנמחק נשמר כאן עם כל הגרסאות שלו, ובסוף הזמן נמחק לתמיד.',
    trashList: 'קבצים בסל המיחזור',
    trashEmpty: 'סל המיחזור ריק',
    trashEmptyText: 'קבצים שיימחקו יחכו כאן לשחזור.',
    backToFiles: 'לכל הקבצים',
    deleted: 'נמחק',
    daysLeft: (n: number) =>
      plural('he', n, { one: 'נותר יום אחד', two: 'נותרו יומיים', other: `נותרו ${formatNumber('he', n)} ימים` }),
    lastDay: 'נמחק לתמיד היום',
    restore: 'שחזור',
    restoreOne: (name: string) => `שחזור ${name}`,
    purge: 'מחיקה עכשיו',
    purgeOne: (name: string) => `מחיקה עכשיו של ${name}`,
    purgeSure: 'הקובץ וכל הגרסאות שלו יימחקו לתמיד. אין דרך חזרה.',
    purgeForGood: 'מחיקה לתמיד',
    restored: 'הקובץ שוחזר.',
    openFile: 'פתיחת הקובץ',
    purged: 'הקובץ נמחק לתמיד.',
    taken: (name: string, suggestion: string) =>
      `כבר יש קובץ בשם \u2068${name}\u2069. אפשר לשנות את שם הקובץ ההוא, למשל ל־\u2068${suggestion}\u2069, ואז לשחזר.`,
    badCursor: 'המקום ברשימה לא זוהה, ולכן מוצגת תחילתה.',
    moreTrash: 'עוד קבצים',
  },
  en: {
    trashTitle: 'Trash',
    trashHint: 'A deleted file stays here with all its versions, and is gone for good when its time is over.',
    trashList: 'Files in the trash',
    trashEmpty: 'The trash is empty',
    trashEmptyText: 'Files that are deleted will wait here to be restored.',
    backToFiles: 'All files',
    deleted: 'Deleted',
    daysLeft: (n) => en(n, 'day left', 'days left'),
    lastDay: 'Gone for good today',
    restore: 'Restore',
    restoreOne: (name) => `Restore ${name}`,
    purge: 'Delete now',
    purgeOne: (name) => `Delete now ${name}`,
    purgeSure: 'The file and all its versions will be gone for good. There is no way back.',
    purgeForGood: 'Delete for good',
    restored: 'The file was restored.',
    openFile: 'Open the file',
    purged: 'The file was deleted for good.',
    taken: (name, suggestion) =>
      `There is a file named \u2068${name}\u2069 already. Rename that one, for example to \u2068${suggestion}\u2069, and restore again.`,
    badCursor: 'The place in the list was not recognised, so this is its beginning.',
    moreTrash: 'More files',
  },
})
