import { detectLanguage, extensionOf, isLanguage, languageOfName, PLAIN_TEXT } from '#base/language/language.ts'
import { charLength, isStorableText, truncateChars } from '#base/text.ts'
import {
  MAX_CONTENT_BYTES,
  MAX_DESCRIPTION_CHARS,
  MAX_NAME_CHARS,
  MAX_TAG_CHARS,
  MAX_TAGS,
} from '#features/files/file.ts'
import { isFileName } from '#features/files/name.ts'
import { isFolder } from '#features/files/path.ts'
import type { Item, Parsed, Skipped, SkipReason } from '../source.ts'

/** What a parser read, before it is made to fit here. */
export type RawItem = Pick<Item, 'key' | 'path'> & { text: string } & Partial<
    Pick<Item, 'folder' | 'language' | 'description' | 'url' | 'createdAt' | 'updatedAt'>
  > & {
    tags?: readonly string[]
  } & (
    | { name: string }
    /** A title without an extension, which the language decides. */
    | { title: string }
  )

export function nothing(): Parsed {
  return { items: [], skipped: [] }
}

export function skip(path: string, reason: SkipReason, files = 1): Skipped {
  return { path, reason, files }
}

/** Adds the item, or the reason why it cannot come. */
export function addItem(parsed: Parsed, raw: RawItem): void {
  const bytes = new TextEncoder().encode(raw.text).length
  const reason = isFolder(raw.folder ?? '') ? reasonAgainst(raw.text, bytes) : 'unsafe_path'
  if (reason) parsed.skipped.push(skip(raw.path, reason))
  else parsed.items.push(toItem(raw, bytes))
}

function reasonAgainst(text: string, bytes: number): SkipReason | null {
  if (text === '') return 'empty'
  if (!isStorableText(text)) return 'bad_text'
  return bytes > MAX_CONTENT_BYTES ? 'too_large' : null
}

function toItem(raw: RawItem, bytes: number): Item {
  const given = raw.language !== null && raw.language !== undefined && isLanguage(raw.language) ? raw.language : null
  const wanted = 'name' in raw ? raw.name : nameFor(raw.title, given ?? detectLanguage(raw.title, raw.text))
  const name = toFileName(wanted)
  const tags = toTags(raw.tags ?? [])
  const description = (raw.description ?? '').replaceAll('\0', '').toWellFormed().trim()
  const short = truncateChars(description, MAX_DESCRIPTION_CHARS)
  return {
    key: raw.key,
    path: raw.path,
    folder: raw.folder ?? '',
    name,
    text: raw.text,
    bytes,
    language: given,
    tags: tags.kept,
    description: short,
    url: raw.url ?? null,
    createdAt: raw.createdAt ?? null,
    updatedAt: raw.updatedAt ?? null,
    adjusted: [
      ...(name === wanted ? [] : ['name' as const]),
      ...(tags.isWhole ? [] : ['tags' as const]),
      ...(short === description ? [] : ['description' as const]),
    ],
  }
}

/** `Log value` in JavaScript → `Log value.js`; a title that is already a name of that language stays. */
function nameFor(title: string, language: string): string {
  if (languageOfName(title) === language) return title
  const extension = extensionOf(language) ?? extensionOf(PLAIN_TEXT) ?? 'txt'
  return `${title.trim() || 'untitled'}.${extension}`
}

/** A name that a file may have here: no slashes, no control characters, at most 255 characters with its extension. */
function toFileName(wanted: string): string {
  const plain = wanted
    .toWellFormed()
    .replace(/[/\\\p{Cc}]+/gu, '-')
    .trim()
  if (isFileName(plain)) return plain
  const dot = plain.lastIndexOf('.')
  const extension = dot > 0 && plain.length - dot <= 20 ? plain.slice(dot) : ''
  const stem = extension === '' ? plain : plain.slice(0, dot)
  const short = truncateChars(stem, MAX_NAME_CHARS - charLength(extension)).trim() + extension
  return isFileName(short) ? short : `untitled${extension}`
}

/** Tags as they are typed here: without `#`, without commas, each once. */
function toTags(raw: readonly string[]): { kept: string[]; isWhole: boolean } {
  const tags = new Set(raw.flatMap((tag) => tag.split(/[,،]/)).map((tag) => tag.trim().replace(/^#+/, '')))
  tags.delete('')
  const fitting = [...tags].filter((tag) => charLength(tag) <= MAX_TAG_CHARS && isStorableText(tag))
  const kept = fitting.slice(0, MAX_TAGS)
  return { kept, isWhole: kept.length === tags.size }
}
