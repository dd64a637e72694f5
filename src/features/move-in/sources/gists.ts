import type { Parsed, SourceFile } from '../source.ts'
import { MAX_CONTENT_BYTES } from '#features/files/file.ts'
import { addItem, nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'
import { idAt, isRecord, type JsonRecord, momentAt, parseJson, textAt } from './values.ts'

/** Gists in the JSON of GitHub's API: one, or a list. Null when it is something else. */
export function parseGists({ path, text }: SourceFile): Parsed | null {
  const gists = gistsIn(parseJson(text))
  if (!gists) return null
  const parsed = nothing()
  for (const gist of gists) addGist(parsed, gist, path)
  return parsed
}

function gistsIn(value: unknown): JsonRecord[] | null {
  const gists = Array.isArray(value) ? value : [value]
  return gists.length > 0 && gists.every(isGist) ? gists : null
}

function isGist(value: unknown): value is JsonRecord {
  return isRecord(value) && isRecord(value['files']) && Object.values(value['files']).every(isRecord)
}

/** Adds every file of a gist. `within`: the file that held it, or the account. */
export function addGist(parsed: Parsed, gist: JsonRecord, within: string): void {
  const files = isRecord(gist['files']) ? gist['files'] : {}
  const id = idAt(gist, 'id')
  const folder = [within, id].filter(Boolean).join('/')
  // GitHub lists at most 300 files of a gist.
  if (gist['truncated'] === true) parsed.skipped.push(skip(folder, 'truncated'))
  for (const [key, file] of Object.entries(files)) {
    if (!isRecord(file)) continue
    const name = textAt(file, 'filename') || key
    const path = `${folder}/${name}`
    if (file['truncated'] === true) parsed.skipped.push(skip(path, 'truncated'))
    else if (typeof file['content'] !== 'string') parsed.skipped.push(skip(path, 'no_text'))
    else
      addItem(parsed, {
        key: `${id}/${name}`,
        path,
        name,
        text: file['content'],
        language: languageNamed(textAt(file, 'language')),
        description: textAt(gist, 'description'),
        url: textAt(gist, 'html_url') || null,
        createdAt: momentAt(gist, 'created_at'),
        updatedAt: momentAt(gist, 'updated_at'),
      })
  }
}

/** The files of a gist in a list, which has no texts: what a preview can show before they are fetched. */
export function addListedGist(parsed: Parsed, gist: JsonRecord, within: string): void {
  const found = nothing()
  const files = isRecord(gist['files']) ? gist['files'] : {}
  const stand = Object.entries(files).map(([key, file]) => [key, isRecord(file) ? { ...file, content: '-' } : file])
  addGist(found, { ...gist, files: Object.fromEntries(stand) }, within)
  for (const item of found.items) {
    const file = files[item.name]
    const size = isRecord(file) && typeof file['size'] === 'number' ? file['size'] : 0
    // GitHub sends the text of up to a megabyte; what is larger turns out to be cut off when it is fetched.
    if (size > MAX_CONTENT_BYTES) parsed.skipped.push(skip(item.path, 'too_large'))
    else if (size === 0) parsed.skipped.push(skip(item.path, 'empty'))
    else parsed.items.push({ ...item, text: null, bytes: size })
  }
  parsed.skipped.push(...found.skipped)
}
