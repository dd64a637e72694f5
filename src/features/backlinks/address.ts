import { searchHref } from '#base/search-href.ts'
import { readingPath } from '#base/reading-path.ts'
import { truncateChars } from '#base/text.ts'
import { isMarkdown } from '#base/language/language.ts'
import type { FoundTarget } from '#features/links/link.ts'
import { isFileName } from '#features/files/name.ts'
import { slugger } from '#features/rendered/slug.ts'

const LINES = /^L\d{1,7}(?:-L?\d{1,7})?$/

/** The address of a thing, or of a heading or of lines in a file. `line`: where the part is defined, for a symbol. */
export function addressOf(target: FoundTarget, part: string | null, line: number | null): string {
  const { kind, id, inTrash } = target
  if (kind === 'board') return `/boards/${id}`
  if (kind === 'note') return inTrash ? '/trash' : `/notes`
  const language = target.language ?? ''
  if (part !== null && LINES.test(part)) return `/file/${id}#${part}`
  if (line !== null) return `/file/${id}#L${line}`
  const path = readingPath({ id, language })
  return part !== null && isMarkdown(language) ? `${path}#${encodeURIComponent(slugger([])(part))}` : path
}

/** What a name without a target leads to: everything that has its words, and an offer to create the file. */
export function searchAddress(name: string): string {
  const words = truncateChars(name.replaceAll('"', ' '), 100).trim()
  const found = searchHref(/\s/.test(words) ? `"${words}"` : words)
  return isFileName(name) ? `${found}&create=${encodeURIComponent(name)}` : found
}
