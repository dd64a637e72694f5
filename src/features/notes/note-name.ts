import { firstPlainLine } from '#base/plain-text.ts'
import { truncateChars } from '#base/text.ts'

/** What a note is called: its title, or the beginning of its text; empty for an empty note. */
export function nameOf(title: string, content: string, maxChars = 80): string {
  return title === '' ? truncateChars(firstPlainLine(content), maxChars) : title
}
