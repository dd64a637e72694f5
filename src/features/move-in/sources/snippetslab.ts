import type { Parsed, SourceFile } from '../source.ts'
import { addFragments } from './fragments.ts'
import { nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'
import { idAt, isRecord, type JsonRecord, parseJson, recordsAt, textAt, textsAt } from './values.ts'

/** The JSON export of SnippetsLab. Null when it is something else. */
export function parseSnippetsLab({ path, text }: SourceFile): Parsed | null {
  const file = parseJson(text)
  const contents = isRecord(file) ? file['contents'] : null
  if (!isRecord(contents) || !Array.isArray(contents['snippets'])) return null
  const folders = folderTrails(recordsAt(contents, 'folders'))
  const tags = new Map(recordsAt(contents, 'tags').map((tag) => [textAt(tag, 'uuid'), textAt(tag, 'title')]))
  const parsed = nothing()
  for (const snippet of recordsAt(contents, 'snippets')) {
    const title = textAt(snippet, 'title')
    const trail = folders.get(textAt(snippet, 'folder')) ?? []
    const at = [path, ...trail, title].join('/')
    const fragments = recordsAt(snippet, 'fragments')
    addFragments(parsed, {
      key: idAt(snippet, 'uuid') || title,
      path: at,
      title,
      // A tag is the id of one in the list, or its own name.
      tags: [...textsAt(snippet, 'tags').map((tag) => tags.get(tag) ?? tag), ...trail],
      description: notesOf(fragments),
      url: textAt(snippet, 'githubHTMLURL') || null,
      fragments: fragments.map((fragment) => ({
        label: textAt(fragment, 'title'),
        language: languageNamed(textAt(fragment, 'language')),
        text: textAt(fragment, 'content'),
      })),
    })
    const attachments = fragments.flatMap((fragment) => recordsAt(fragment, 'attachments')).length
    if (attachments > 0) parsed.skipped.push(skip(at, 'attachment', attachments))
  }
  return parsed
}

function notesOf(fragments: readonly JsonRecord[]): string {
  return [...new Set(fragments.map((fragment) => textAt(fragment, 'note')))].filter(Boolean).join('\n\n')
}

/** The names from the outermost folder to each, by its id. The list of open folders replaces recursion, which depth could exhaust. */
function folderTrails(roots: readonly JsonRecord[]): Map<string, string[]> {
  const trails = new Map<string, string[]>()
  const open: { folder: JsonRecord; above: string[] }[] = roots.map((folder) => ({ folder, above: [] }))
  for (let next = open.pop(); next; next = open.pop()) {
    const trail = [...next.above, textAt(next.folder, 'title')].filter(Boolean)
    trails.set(textAt(next.folder, 'uuid'), trail)
    open.push(...recordsAt(next.folder, 'children').map((folder) => ({ folder, above: trail })))
  }
  return trails
}
