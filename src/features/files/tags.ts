import { charLength } from '#base/text.ts'
import { MAX_TAG_CHARS, MAX_TAGS } from './file.ts'

/** Parses comma-separated tags; null when one is too long or there are more than a file may have. */
export function readTags(typed: readonly string[]): string[] | null {
  const tags = new Set(typed.flatMap((text) => text.split(/[,،]/)).map((tag) => tag.trim()))
  tags.delete('')
  if (tags.size > MAX_TAGS || [...tags].some((tag) => charLength(tag) > MAX_TAG_CHARS)) return null
  return [...tags]
}
