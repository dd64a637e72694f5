import { languageOfName } from '#base/language/language.ts'
import type { Parsed } from '../source.ts'
import { addItem, type RawItem, skip } from './item.ts'

/** One of the texts of a snippet: programs for snippets keep several under one title. */
export type Fragment = { label: string; language: string | null; text: string }
type Snippet = { key: string } & Pick<RawItem, 'path' | 'tags' | 'description' | 'url' | 'createdAt' | 'updatedAt'> & {
    title: string
    fragments: readonly Fragment[]
  }

/** Labels that a program gave by itself, which say nothing. */
const PLACEHOLDER = /^(?:fragment|untitled fragment|main)(?: \d+)?$/i

/**
 * Adds each fragment of a snippet as a file. A label that is a file name becomes the name; otherwise the title does, with the
 * label behind it where there are several.
 */
export function addFragments(parsed: Parsed, snippet: Snippet): void {
  const { title, fragments, key, path, description = '', ...same } = snippet
  const texts = fragments.filter(({ text }) => text !== '')
  if (texts.length === 0) parsed.skipped.push(skip(path, 'empty'))
  for (const [i, { label, language, text }] of texts.entries()) {
    const isName = languageOfName(label) !== null
    addItem(parsed, {
      ...same,
      key: texts.length > 1 ? `${key}#${i + 1}` : key,
      path: texts.length > 1 ? `${path}/${label || i + 1}` : path,
      text,
      language,
      // The title would be lost where the label is the name.
      description: isName && title !== label ? [title, description].filter(Boolean).join('\n\n') : description,
      ...(isName ? { name: label } : { title: texts.length > 1 ? numbered(title, label, i + 1) : title }),
    })
  }
}

function numbered(title: string, label: string, n: number): string {
  return `${title || 'untitled'} - ${label === '' || PLACEHOLDER.test(label) ? n : label}`
}
