import { forEachLocale, formatNumber, messages, plural } from '#base/messages.ts'

const megabytes = forEachLocale(
  (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
)

export const backupMessages = messages({
  he: {
    title: 'גיבויים',
    hint: 'בכל לילה נוצר גיבוי, והוא משוחזר למסד נתונים זמני ונבדק שורה מול שורה.',
    off: 'אין גיבויים בהתקנה הזו. כדי להפעיל: הגדרת BACKUP_DIR.',
    never: 'עוד לא היה גיבוי ששוחזר והוכח.',
    fresh: 'השחזור המוכח האחרון:',
    old: 'כבר יותר מיומיים לא היה שחזור מוכח. האחרון:',
    failing: 'הניסיון האחרון לא הצליח. השחזור המוכח האחרון:',
    lastTry: 'הניסיון האחרון:',
    backup: 'הגיבוי לא נוצר. הסיבה ביומן של העובד.',
    restore: 'הגיבוי נוצר ולא היה אפשר לשחזר אותו. הסיבה ביומן של העובד.',
    different: 'הגיבוי שוחזר, ומה ששוחזר אינו מה שנשמר:',
    size: 'גודל',
    content: 'תוכן',
    took: 'משך',
    name: 'תיקייה',
    megabytes: (bytes: number) => megabytes('he').format(bytes / 1_000_000),
    rows: (rows: number, tables: number) =>
      `${plural('he', rows, { one: 'שורה אחת', two: 'שתי שורות', other: `${formatNumber('he', rows)} שורות` })} ב־${formatNumber('he', tables)} טבלאות`,
    seconds: (backup: string, restore: string) => `גיבוי ${backup} שנ׳, שחזור ובדיקה ${restore} שנ׳`,
  },
  en: {
    title: 'Backups',
    hint: 'Every night a backup is made, restored into a temporary database and compared row for row.',
    off: 'No backups are made in this installation. Setting BACKUP_DIR turns them on.',
    never: 'No backup has been restored and proven yet.',
    fresh: 'Last proven restore:',
    old: 'No restore was proven for more than two days. The last one:',
    failing: 'The last attempt did not succeed. Last proven restore:',
    lastTry: 'Last attempt:',
    backup: 'No backup was made. The log of the worker says why.',
    restore: 'The backup was made and could not be restored. The log of the worker says why.',
    different: 'The backup was restored, and is not what was saved:',
    size: 'Size',
    content: 'Content',
    took: 'Took',
    name: 'Folder',
    megabytes: (bytes) => megabytes('en').format(bytes / 1_000_000),
    rows: (rows, tables) =>
      `${plural('en', rows, { one: '1 row', other: `${formatNumber('en', rows)} rows` })} in ${formatNumber('en', tables)} tables`,
    seconds: (backup, restore) => `backup ${backup} s, restore and check ${restore} s`,
  },
})
