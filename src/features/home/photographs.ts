import type { Locale, Words } from '#base/messages.ts'
import { PICTURE_FILES } from './picture-files.ts'

type Subject = { name: string; alt: Words; title: Words; text: Words }

const SUBJECTS: readonly Subject[] = [
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
      he: 'קובץ קוד צבוע עם מספרי שורות, ומעליו הגרסה והפעולות',
      en: 'A highlighted source file with line numbers, its version and actions above it',
    },
    title: { he: 'לקרוא בנחת', en: 'A pleasure to read' },
    text: {
      he: 'קישור לשורה או לטווח, וכל הגרסאות במרחק לחיצה.',
      en: 'Link to a line or a range; every version is a click away.',
    },
  },
  {
    name: 'dashboard',
    alt: {
      he: 'הלוח האישי: כמה קבצים ושפות יש, ושדה להדבקת קוד',
      en: 'The dashboard: how many files and languages there are, and a box to paste code into',
    },
    title: { he: 'להדביק, וזה שמור', en: 'Paste, and it is kept' },
    text: { he: 'השפה מזוהה מעצמה, וכל שמירה היא גרסה.', en: 'The language is detected, and every save is a version.' },
  },
]

/** Pictures of real pages in the reader's language; none while one of them is missing. */
export function photographs(locale: Locale) {
  const found = SUBJECTS.flatMap(({ name, alt, title, text }) => {
    const [src, darkSrc] = [PICTURE_FILES[`${name}-${locale}-light`], PICTURE_FILES[`${name}-${locale}-dark`]]
    if (src === undefined || darkSrc === undefined) return []
    return [{ src, darkSrc, alt: alt[locale], title: title[locale], text: text[locale] }]
  })
  return found.length === SUBJECTS.length ? found : []
}
