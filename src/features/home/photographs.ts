import type { Locale, LocalizedText } from '#base/messages.ts'
import { PICTURE_FILES } from './picture-files.ts'

type Subject = { name: string; alt: LocalizedText; title: LocalizedText; text: LocalizedText }

const SUBJECTS: readonly Subject[] = [
  {
    name: 'notes',
    alt: {
      he: 'קובץ Python ולצידו פתקים צבעוניים, כל אחד בגובה השורה שלו',
      en: 'A Python file with coloured notes beside it, each level with its line',
    },
    title: { he: 'פתקים ליד השורה', en: 'Notes beside the line' },
    text: {
      he: 'הפתק נשאר עם הקוד גם כשהשורות זזות, ואפשר לקבל עליו תזכורת.',
      en: 'A note stays with its code when lines move, and can remind you.',
    },
  },
  {
    name: 'files',
    alt: {
      he: 'רשימת הקבצים: שמות, שפות, תגיות וזמנים, ומעליה שדה הסינון',
      en: 'The list of files: names, languages, tags and times below the filter box',
    },
    title: { he: 'הכול במקום אחד', en: 'Everything in one place' },
    text: { he: 'מסננים לפי שפה, תגית או כל מילה מהתוכן.', en: 'Filter by language, tag or any word of the content.' },
  },
  {
    name: 'file',
    alt: {
      he: 'מסמך Markdown בתצוגה מעובדת: כותרת ורשימת משימות בעברית ובאנגלית',
      en: 'A rendered Markdown document: a heading and a task list in Hebrew and English',
    },
    title: { he: 'קריאה נוחה', en: 'Easy to read' },
    text: {
      he: 'קוד צבוע, ו־Markdown, HTML ו־SVG בתצוגה מעובדת ובטוחה.',
      en: 'Highlighted code, and Markdown, HTML and SVG rendered safely.',
    },
  },
  {
    name: 'dashboard',
    alt: {
      he: 'היום: תזכורות שהגיע זמנן, משימות פתוחות והקבצים האחרונים',
      en: 'Today: reminders that are due, open tasks and the files that were opened last',
    },
    title: { he: 'מה מחכה היום', en: 'What is waiting today' },
    text: {
      he: 'תזכורות, משימות פתוחות, והמקום שבו עצרת.',
      en: 'Reminders, open tasks, and the place where you stopped.',
    },
  },
]

/** Screenshots in the reader's language. `npm run pictures` regenerates all of them. */
export function photographs(locale: Locale) {
  return SUBJECTS.flatMap(({ name, alt, title, text }) => {
    const [src, darkSrc] = [PICTURE_FILES[`${name}-${locale}-light`], PICTURE_FILES[`${name}-${locale}-dark`]]
    if (src === undefined || darkSrc === undefined) return []
    return [{ src, darkSrc, alt: alt[locale], title: title[locale], text: text[locale] }]
  })
}
