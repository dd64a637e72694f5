import type { Parsed, SourceFile } from '../source.ts'
import { addFragments } from './fragments.ts'
import { nothing } from './item.ts'
import { languageNamed } from './languages.ts'
import { idAt, isRecord, type JsonRecord, momentAt, parseJson, recordsAt, textAt, textsAt } from './values.ts'

/** The export of ByteStash: `{ version, exported_at, snippets }`. Null when it is something else. */
export function parseByteStash({ path, text }: SourceFile): Parsed | null {
  const file = parseJson(text)
  if (!isRecord(file) || typeof file['version'] !== 'string' || !Array.isArray(file['snippets'])) return null
  const snippets = recordsAt(file, 'snippets')
  if (!snippets.every(isSnippet)) return null
  const parsed = nothing()
  for (const snippet of snippets) {
    const title = textAt(snippet, 'title')
    addFragments(parsed, {
      key: idAt(snippet, 'id') || title,
      path: `${path}/${title}`,
      title,
      description: textAt(snippet, 'description'),
      tags: textsAt(snippet, 'categories'),
      // It keeps only the last change.
      updatedAt: momentAt(snippet, 'updated_at'),
      fragments: recordsAt(snippet, 'fragments').map((fragment) => ({
        label: textAt(fragment, 'file_name'),
        language: languageNamed(textAt(fragment, 'language')),
        text: textAt(fragment, 'code'),
      })),
    })
  }
  return parsed
}

function isSnippet(snippet: JsonRecord): boolean {
  return Array.isArray(snippet['fragments']) && Array.isArray(snippet['categories'])
}
