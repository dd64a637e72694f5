import type { Parsed, SourceFile } from '../source.ts'
import { addItem, nothing, skip } from './item.ts'
import { isRecord, type JsonRecord, parseJson, textAt } from './values.ts'

/** The list that Raycast's "Export Snippets" writes: name, text and keyword. Null when it is something else. */
export function parseRaycast({ path, text }: SourceFile): Parsed | null {
  const list = parseJson(text)
  if (!Array.isArray(list) || !list.some(isSnippet)) return null
  const parsed = nothing()
  for (const [i, snippet] of list.entries()) {
    const title = isRecord(snippet) ? textAt(snippet, 'name') : ''
    const at = `${path}/${title || i + 1}`
    if (!isSnippet(snippet)) parsed.skipped.push(skip(at, 'unknown_format'))
    else
      addItem(parsed, {
        key: title || String(i + 1),
        path: at,
        title,
        text: textAt(snippet, 'text'),
        // The keyword is how people call the snippet.
        tags: [textAt(snippet, 'keyword')],
      })
  }
  return parsed
}

function isSnippet(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['text'] === 'string'
}
