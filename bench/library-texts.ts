import { globSync, readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { isStorableText } from '#base/text.ts'
import type { Random } from './library-random.ts'

/** What the searches of `library.ts` look for. The planted ones stand in no file by themselves. */
export const NEEDLES = {
  rare: 'ZephyrLedger',
  common: 'function',
  absent: 'qxzjvwkp',
  /** Every trigram of it is common and the whole is nowhere: the most that an index can be fooled. */
  fooling: 'returnconst',
  twoCommon: 'if',
  twoRare: 'qz',
  twoAbsent: 'ץף',
  hebrewRare: 'קרפיון',
  hebrewCommon: 'הקובץ',
}

type Source = { text: string; extension: string }

const EXTENSIONS = ['ts', 'js', 'css', 'md', 'json', 'html'] as const
const MAX_SOURCE_BYTES = 200_000
const MAX_CORPUS_BYTES = 40_000_000
const BYTES_A_SLICE = 5_000
const MAX_LINE_CHARS = 2_000

/** Real source: what npm has installed, and this project. Minified files are left out: nobody keeps those. */
export function readCorpus(): [Source, ...Source[]] {
  const patterns = ['src/**/*', 'docs/**/*', 'node_modules/**/*'].map((dir) => `${dir}.{${EXTENSIONS.join(',')}}`)
  const sources: Source[] = []
  let bytes = 0
  for (const path of patterns.flatMap((pattern) => globSync(pattern).toSorted())) {
    if (bytes > MAX_CORPUS_BYTES) break
    const stats = statSync(path)
    if (!stats.isFile() || stats.size < 1_000 || stats.size > MAX_SOURCE_BYTES || path.endsWith('.min.js')) continue
    const text = readFileSync(path, 'utf8')
    if (!isStorableText(text) || text.split('\n').some((line) => line.length > MAX_LINE_CHARS)) continue
    // Longer files as often as they have room for slices: most of an installation is tiny files.
    const source = { text, extension: extname(path).slice(1) }
    sources.push(...Array.from({ length: Math.round(stats.size / BYTES_A_SLICE) }, () => source))
    bytes += stats.size
  }
  const [first, ...rest] = sources
  if (!first) throw new Error('No source to slice')
  return [first, ...rest]
}

export type MadeText = { content: string; extension: string }

/** A slice of 1 to 20 kB that starts and ends with a line; three of ten have comments in Hebrew. */
export function makeText(
  random: Random,
  corpus: readonly [Source, ...Source[]],
  n: number,
  planted: string[],
): MadeText {
  const { text, extension } = random.pick(corpus)
  const length = Math.floor(1_000 * 20 ** (random.next() ** 1.1))
  const from = lineStart(text, random.below(Math.max(1, text.length - length)))
  const lines = text.slice(from, from + length).split('\n')
  const comments = random.chance(0.3) ? 2 + random.below(5) : 0
  for (let i = 0; i < comments; i++) insert(random, lines, comment(extension, hebrewSentence(random)))
  for (const word of planted) insert(random, lines, comment(extension, `see ${word} for the rest`))
  // Equal slices of one person would be one body.
  lines.push(comment(extension, `kept as number ${n}`), '')
  return { content: lines.join('\n'), extension }
}

function lineStart(text: string, near: number): number {
  return near === 0 ? 0 : text.lastIndexOf('\n', near) + 1
}

function insert(random: Random, lines: string[], line: string): void {
  lines.splice(random.below(lines.length), 0, line)
}

function comment(extension: string, words: string): string {
  if (extension === 'md' || extension === 'html') return `<!-- ${words} -->`
  return extension === 'css' ? `/* ${words} */` : `// ${words}`
}

const HEBREW = words(`של את על עם לא זה הקובץ הזה פונקציה שמחזירה רשימה של שורות מתוך המסד כדי לבדוק האם המשתמש מחובר
  לפני שמירה חדשה אפשר למחוק קוד ישן שלא בשימוש אחרי העדכון צריך לתקן באג בטיפול בשגיאות כאשר השרת לא עונה מהר מספיק
  ערך ברירת מחדל נקבע כאן ומועבר הלאה בדיקה זמנית לשימוש פנימי בלבד חישוב הסכום הכולל לפי חודש ושנה תאריך יעד תזכורת
  פתק חדש כותרת תוכן מזהה ייחודי גרסה קודמת שחזור גיבוי יומי הרשאות מנהל קבוצה חיפוש סינון מיון דפדוף תצוגה מקדימה
  עיצוב כפתור תפריט חלון הודעה אזהרה הצלחה כישלון ניסיון חוזר המתנה תור משימות תהליך רקע זיכרון מטמון מפתח ציבורי`)

export function hebrewSentence(random: Random): string {
  return Array.from({ length: 4 + random.below(9) }, () => random.pick(HEBREW)).join(' ')
}

/** At least one word: the caller wrote them down. */
export function words(text: string): [string, ...string[]] {
  const [first = '', ...rest] = text.split(/\s+/)
  return [first, ...rest]
}
