import { formatNumber, messages } from '#base/messages.ts'

type Counts = { files: number; notes: number; boards: number; reminders: number; shares: number; repositories: number }
type Facts = { date: string; timeZone: string; counts: Counts }

const range = (start: number, end: number) => (start === end ? String(start) : `${start}–${end}`)

/** The words of the folder for people who leave: Markdown files, not pages. */
export const folderMessages = messages({
  he: {
    readme: ({ date, timeZone, counts }: Facts) => {
      const n = (count: number) => formatNumber('he', count)
      return `# הספרייה שלי מ־Codeshelf

נוצר בתאריך ${date}. כל השעות לפי ${timeZone}.

## מה יש כאן

- \`files/\`: הקבצים, בנוסח האחרון שלהם ובשמותיהם (${n(counts.files)})
- \`files.md\`: רשימת הקבצים, עם תיאור, תגיות ותאריכים
- \`notes/\`: הפתקים שעל הקבצים, קובץ Markdown לכל קובץ; \`repository-notes/\`: הפתקים שעל קבצים במאגרים (${n(counts.notes)} פתקים, כולל אלה שבלוחות)
- \`boards/\`: הלוחות, קובץ Markdown לכל לוח (${n(counts.boards)})
- \`reminders.md\`: התזכורות (${n(counts.reminders)})
- \`shares.md\`: השיתופים (${n(counts.shares)})
- \`repositories.md\`: המאגרים המשוקפים (${n(counts.repositories)})

## מה אין כאן

גרסאות קודמות, סל המיחזור, נוסחים קודמים של פתקים, המיקום של פתקים בלוח, ההגדרות ותוכן המאגרים. כל אלה, חוץ מתוכן המאגרים, נמצאים בייצוא המלא, שממנו אפשר גם לייבא בחזרה.
`
    },
    renamedTitle: 'קבצים שקיבלו שם אחר',
    renamedHint: 'Windows או מערכת אחרת לא מקבלת את השם המקורי, או ששני שמות נבדלים רק באותיות גדולות וקטנות.',
    realName: 'השם המקורי',
    filesTitle: 'קבצים',
    boardNotes: 'לוח',
    remindersTitle: 'תזכורות',
    sharesTitle: 'שיתופים',
    repositoriesTitle: 'מאגרים',
    lines: (start: number, end: number) => (start === end ? `שורה ${start}` : `שורות ${range(start, end)}`),
    lostLines: (start: number, end: number) =>
      start === end ? `שורה שנמחקה (הייתה ${start})` : `שורות שנמחקו (היו ${range(start, end)})`,
    heading: 'כותרת:',
    wholeFile: 'על כל הקובץ',
    untitled: 'פתק',
    created: 'נוצר',
    changed: 'עודכן',
    file: 'קובץ',
    tags: 'תגיות',
    description: 'תיאור',
    language: 'שפה',
    version: 'גרסה',
    favorite: 'מועדף',
    pinned: 'נעוץ',
    source: 'מקור',
    branch: 'ענף',
    dueAt: 'תזכורת',
    pending: 'ממתינה',
    acknowledged: 'טופלה',
    publicLink: 'קישור ציבורי',
    internalShare: 'שיתוף עם משתמשי האתר',
    expires: 'בתוקף עד',
    never: 'ללא הגבלת זמן',
    ended: 'הסתיים',
    views: 'צפיות',
    hiddenLines: 'שורות מוסתרות',
    onlyLines: 'רק השורות',
    empty: 'אין.',
  },
  en: {
    readme: ({ date, timeZone, counts }: Facts) => {
      const n = (count: number) => formatNumber('en', count)
      return `# My Codeshelf library

Created on ${date}. All times are in ${timeZone}.

## What is here

- \`files/\`: the newest text of each file, under its own name (${n(counts.files)})
- \`files.md\`: a list of the files with descriptions, tags and dates
- \`notes/\`: the notes on files, one Markdown file for each; \`repository-notes/\`: the notes on repository files (${n(counts.notes)} notes, with those on boards)
- \`boards/\`: the boards, one Markdown file each (${n(counts.boards)})
- \`reminders.md\`: the reminders (${n(counts.reminders)})
- \`shares.md\`: the shares (${n(counts.shares)})
- \`repositories.md\`: the mirrored repositories (${n(counts.repositories)})

## What is not here

Earlier versions, the trash, earlier texts of notes, the positions of notes on boards, settings, and the contents of repositories. All of these except the contents of repositories are in the complete export, which can also be imported again.
`
    },
    renamedTitle: 'Files under another name',
    renamedHint: 'Windows or another system does not accept the real name, or two names differ only in case.',
    realName: 'real name',
    filesTitle: 'Files',
    boardNotes: 'Board',
    remindersTitle: 'Reminders',
    sharesTitle: 'Shares',
    repositoriesTitle: 'Repositories',
    lines: (start, end) => (start === end ? `Line ${start}` : `Lines ${range(start, end)}`),
    lostLines: (start, end) =>
      start === end ? `Deleted line (was ${start})` : `Deleted lines (were ${range(start, end)})`,
    heading: 'Heading:',
    wholeFile: 'On the whole file',
    untitled: 'Note',
    created: 'Created',
    changed: 'Changed',
    file: 'File',
    tags: 'Tags',
    description: 'Description',
    language: 'Language',
    version: 'Version',
    favorite: 'Favourite',
    pinned: 'Pinned',
    source: 'Source',
    branch: 'Branch',
    dueAt: 'Reminder',
    pending: 'pending',
    acknowledged: 'done',
    publicLink: 'Public link',
    internalShare: 'Shared with users of the site',
    expires: 'Expires',
    never: 'Does not expire',
    ended: 'Ended',
    views: 'Views',
    hiddenLines: 'Hidden lines',
    onlyLines: 'Only lines',
    empty: 'None.',
  },
})
