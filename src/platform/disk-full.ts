import { GitFailure } from './git/process.ts'
import { problem } from './problem.ts'

export const noDiskSpace = problem(507, 'no_disk_space', {
  he: 'אין מספיק מקום פנוי בדיסק של השרת. מה שנשמר קודם לא נפגע; אפשר לנסות שוב מאוחר יותר.',
  en: 'The disk of the server is full. What was saved before is safe; try again later.',
})

/** Of the operating system; the last one is PostgreSQL's, for `disk_full`. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a write failed because the file system is full, or the quota of the server's user; ours, one of git or one of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof GitFailure) return /No space left|Disk quota/i.test(error.stderr)
  return error instanceof Error && 'code' in error && CODES.has(error.code)
}
