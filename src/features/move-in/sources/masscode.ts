import type { Parsed, SourceFile } from '../source.ts'
import { addFragments } from './fragments.ts'
import { nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'
import { idAt, isRecord, type JsonRecord, momentAt, parseJson, recordsAt, textAt } from './values.ts'

/** `db.json` of massCode 3: folders, snippets and tags. Null when it is something else. */
export function parseMassCode({ path, text }: SourceFile): Parsed | null {
  const file = parseJson(text)
  if (!isRecord(file) || !Array.isArray(file['folders']) || !Array.isArray(file['tags'])) return null
  return Array.isArray(file['snippets']) ? massCodeSnippets(path, file) : null
}

/** The tables of `massCode.db`, the SQLite file of massCode 4, as `db.json` has them. */
export function parseMassCodeTables(path: string, tables: Readonly<Record<string, readonly JsonRecord[]>>): Parsed {
  const contents = Map.groupBy(tables['snippet_contents'] ?? [], (row) => idAt(row, 'snippetId'))
  const tagIds = Map.groupBy(tables['snippet_tags'] ?? [], (row) => idAt(row, 'snippetId'))
  const snippets = (tables['snippets'] ?? []).map((row) => ({
    ...row,
    content: contents.get(idAt(row, 'id')) ?? [],
    tagsIds: (tagIds.get(idAt(row, 'id')) ?? []).map((tag) => idAt(tag, 'tagId')),
  }))
  return massCodeSnippets(path, { folders: tables['folders'] ?? [], tags: tables['tags'] ?? [], snippets })
}

function massCodeSnippets(path: string, file: JsonRecord): Parsed {
  const tags = new Map(recordsAt(file, 'tags').map((tag) => [idAt(tag, 'id'), textAt(tag, 'name')]))
  const folders = new Map(recordsAt(file, 'folders').map((folder) => [idAt(folder, 'id'), folder]))
  const parsed = nothing()
  for (const snippet of recordsAt(file, 'snippets')) {
    const title = textAt(snippet, 'name')
    const trail = folderTrail(folders, idAt(snippet, 'folderId'))
    const at = [path, ...trail, title].join('/')
    if (snippet['isDeleted'] === true || snippet['isDeleted'] === 1) parsed.skipped.push(skip(at, 'in_trash'))
    else
      addFragments(parsed, {
        key: idAt(snippet, 'id'),
        path: at,
        title,
        description: textAt(snippet, 'description'),
        tags: [...tagNames(snippet['tagsIds'], tags), ...trail],
        createdAt: momentAt(snippet, 'createdAt'),
        updatedAt: momentAt(snippet, 'updatedAt'),
        fragments: recordsAt(snippet, 'content').map((content) => ({
          label: textAt(content, 'label'),
          language: languageNamed(textAt(content, 'language')),
          text: textAt(content, 'value'),
        })),
      })
  }
  return parsed
}

export function tagNames(ids: unknown, names: ReadonlyMap<string, string>): string[] {
  return Array.isArray(ids) ? ids.flatMap((id) => names.get(String(id)) ?? []) : []
}

/** Folders that the program makes by itself are not the person's. */
const OWN_FOLDERS = new Set(['Default', 'Inbox'])

/** Names of the folder and of those around it, outermost first. A damaged file may have folders inside each other. */
function folderTrail(folders: ReadonlyMap<string, JsonRecord>, id: string): string[] {
  const trail: string[] = []
  const seen = new Set<string>()
  for (let at = id; !seen.has(at);) {
    seen.add(at)
    const folder = folders.get(at)
    if (!folder) break
    const name = textAt(folder, 'name')
    if (name !== '' && !OWN_FOLDERS.has(name)) trail.unshift(name)
    at = idAt(folder, 'parentId')
  }
  return trail
}
