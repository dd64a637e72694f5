import { charLength, truncateChars } from '#base/text.ts'
import { MAX_NAME_CHARS } from './file.ts'

/** 1–255 characters, no slashes, no control characters, not `.` or `..`. */
export function isFileName(name: string): boolean {
  const length = charLength(name)
  if (length < 1 || length > MAX_NAME_CHARS || name === '.' || name === '..') return false
  return !/[/\\\p{Cc}]/u.test(name) && name.isWellFormed()
}

/** `a.py` → `a (2).py`: the next name for which `isTaken` is false. */
export function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 2; ; n++) {
    const mark = ` (${n})`
    const candidate = truncateChars(stem, MAX_NAME_CHARS - charLength(mark + extension)) + mark + extension
    if (!isTaken(candidate)) return candidate
  }
}
