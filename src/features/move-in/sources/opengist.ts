import type { Parsed, SourceFile } from '../source.ts'
import { addItem, nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'
import { isRecord, momentAt, parseJson, recordsAt, textAt, textsAt } from './values.ts'

/** A gist of Opengist as JSON (its address with `.json` behind it). Null when it is something else. */
export function parseOpengist({ path, text }: SourceFile): Parsed | null {
  const gist = parseJson(text)
  if (!isRecord(gist) || !Array.isArray(gist['files']) || typeof gist['uuid'] !== 'string') return null
  const parsed = nothing()
  const [title, description] = [textAt(gist, 'title'), textAt(gist, 'description')]
  for (const file of recordsAt(gist, 'files')) {
    const name = textAt(file, 'filename')
    const at = `${path}/${name}`
    if (file['truncated'] === true) parsed.skipped.push(skip(at, 'truncated'))
    else
      addItem(parsed, {
        key: `${gist['uuid']}/${name}`,
        path: at,
        name,
        text: textAt(file, 'content'),
        language: languageNamed(textAt(file, 'type')),
        tags: textsAt(gist, 'topics'),
        description: [title === name ? '' : title, description].filter(Boolean).join('\n\n'),
        createdAt: momentAt(gist, 'created_at'),
      })
  }
  return parsed
}
