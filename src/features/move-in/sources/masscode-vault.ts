import { baseName, type Parsed, type SourceFile } from '../source.ts'
import { addFragments, type Fragment } from './fragments.ts'
import { readFrontMatter } from './front-matter.ts'
import { addItem, nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'
import { tagNames } from './masscode.ts'
import { idAt, isRecord, momentAt, parseJson, recordsAt, textAt } from './values.ts'

/** Names of tags by id, which the vault keeps in `.masscode/state.json` of each space. */
export type VaultTags = ReadonlyMap<string, string>

export function isVaultState(path: string): boolean {
  return /(^|\/)\.masscode\/state\.json$/.test(path)
}

export function readVaultTags(text: string): [id: string, name: string][] {
  const state = parseJson(text)
  return isRecord(state) ? recordsAt(state, 'tags').map((tag) => [idAt(tag, 'id'), textAt(tag, 'name')]) : []
}

/** Folders of the vault that hold something else than snippets and notes. */
const OTHER_SPACES = new Set(['http', 'math', 'drawings'])
const SPACES = new Set(['code', 'notes', ...OTHER_SPACES])

/** One file of the Markdown vault of massCode 5: a snippet with its fragments, or a note. */
export function parseMassCodeVault({ path, text }: SourceFile, tags: VaultTags): Parsed {
  const parsed = nothing()
  const folders = path.split('/').slice(0, -1)
  const space = folders.find((folder) => SPACES.has(folder)) ?? 'code'
  const reason = reasonAgainst(path, folders, space)
  if (reason) return { items: [], skipped: [skip(path, reason)] }
  const front = readFrontMatter(text)
  const properties = front?.properties ?? {}
  if (properties['isDeleted'] === 1) return { items: [], skipped: [skip(path, 'in_trash')] }
  const title = textAt(properties, 'name') || baseName(path).replace(/\.md$/, '')
  const common = {
    key: path,
    path,
    description: textAt(properties, 'description'),
    tags: [...tagNames(properties['tags'], tags), ...ownFolders(folders, space)],
    createdAt: momentAt(properties, 'createdAt'),
    updatedAt: momentAt(properties, 'updatedAt'),
  }
  const body = front?.body ?? text
  if (space === 'notes') addItem(parsed, { ...common, name: `${title}.md`, text: body.replace(/^\r?\n/, '') })
  else addFragments(parsed, { ...common, title, fragments: fragmentsOf(body) })
  return parsed
}

function reasonAgainst(path: string, folders: readonly string[], space: string) {
  if (folders.includes('trash')) return 'in_trash' as const
  if (!path.endsWith('.md')) return 'settings' as const
  return OTHER_SPACES.has(space) ? ('other_space' as const) : null
}

/** The folders that the person made: below the space, without those of the program. */
function ownFolders(folders: readonly string[], space: string): string[] {
  const below = folders.slice(folders.lastIndexOf(space) + 1)
  return below.filter((folder) => folder !== '.masscode' && folder !== 'inbox')
}

/**
 * `## Fragment: <label>`, then a fence with the language. The fence is longer than any run of backticks in the text, so the
 * first line that equals it ends the fragment.
 */
function fragmentsOf(body: string): Fragment[] {
  const lines = body.split('\n').map((line) => line.replace(/\r$/, ''))
  const fragments: Fragment[] = []
  for (let at = 0; at < lines.length; at++) {
    const label = /^## Fragment:(.*)$/.exec(lines[at] ?? '')?.[1]
    const [, fence, language] = /^(`{3,})(.*)$/.exec(lines[at + 1] ?? '') ?? []
    if (label === undefined || fence === undefined) continue
    const start = at + 2
    const end = lines.indexOf(fence, start)
    at = end === -1 ? lines.length : end
    fragments.push({
      label: label.trim(),
      language: languageNamed(language ?? ''),
      text: lines.slice(start, at).join('\n'),
    })
  }
  const isPlain = fragments.length === 0 && body.trim() !== ''
  return isPlain ? [{ label: '', language: null, text: body }] : fragments
}
