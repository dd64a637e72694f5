import { highlightName, isMarkdown } from '#base/language/language.ts'
import { charLength, truncateChars } from '#base/text.ts'

const MAX_NAME_CHARS = 255
const EXTENSION = '.md'

/** A saved share is always a Markdown file. */
export function withMarkdownEnding(name: string): string {
  return name.toLowerCase().endsWith(EXTENSION) ? name : name + EXTENSION
}

/**
 * `main.py` → `main.py.md`: without the first extension `main.py` and `main.ts` would become versions of one file.
 */
export function defaultName(sharedName: string): string {
  const name = withMarkdownEnding(sharedName)
  if (charLength(name) <= MAX_NAME_CHARS) return name
  return truncateChars(sharedName, MAX_NAME_CHARS - EXTENSION.length) + EXTENSION
}

/** Markdown is kept unchanged; any other text becomes a code block, because rendering would alter it. */
export function asMarkdown(text: string, language: string): string {
  if (isMarkdown(language)) return text
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const ended = text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`
  return `${fence}${highlightName(language) ?? ''}\n${ended}${fence}\n`
}
