import { isMarkdown } from './language/is-markdown.ts'

/** Where a file is read: Markdown is read rendered, with its source one press away. */
export function readingPath({ id, language }: { id: string; language: string }): string {
  return isMarkdown(language) ? `/md/${id}` : `/file/${id}`
}
