import { baseName, type Parsed, type SourceFile } from '../source.ts'
import { addItem, nothing, skip } from './item.ts'
import { withoutComments } from './json-comments.ts'
import { languageNamed } from './languages.ts'
import { isRecord, type JsonRecord, parseJson, textAt, textsAt } from './values.ts'

/**
 * User snippets of VS Code: `javascript.json` for one language, `*.code-snippets` for several. The body stays as it was
 * written, with its `$1` and `${2:name}`. Null when it is something else.
 */
export function parseVsCode({ path, text }: SourceFile): Parsed | null {
  const file = parseJson(withoutComments(text))
  if (!isRecord(file) || !Object.values(file).some(isSnippet)) return null
  const parsed = nothing()
  for (const [title, snippet] of Object.entries(file)) {
    const at = `${path}/${title}`
    const body = isRecord(snippet) ? bodyOf(snippet) : null
    if (!isRecord(snippet) || body === null) parsed.skipped.push(skip(at, 'unknown_format'))
    else
      addItem(parsed, {
        key: `${baseName(path)}/${title}`,
        path: at,
        title,
        text: body,
        language: languageOf(path, snippet),
        tags: prefixesOf(snippet),
        description: linesAt(snippet, 'description'),
      })
  }
  return parsed
}

function isSnippet(value: unknown): boolean {
  return isRecord(value) && bodyOf(value) !== null && ('prefix' in value || 'scope' in value || 'description' in value)
}

function bodyOf(snippet: JsonRecord): string | null {
  const { body } = snippet
  if (typeof body === 'string') return body
  return Array.isArray(body) && body.every((line) => typeof line === 'string') ? body.join('\n') : null
}

/** VS Code takes one text, or a list of lines. */
function linesAt(snippet: JsonRecord, key: string): string {
  return textAt(snippet, key) || textsAt(snippet, key).join('\n')
}

function prefixesOf(snippet: JsonRecord): string[] {
  const one = textAt(snippet, 'prefix')
  return one === '' ? textsAt(snippet, 'prefix') : [one]
}

/** The first language of `scope`, or the one that the file is named after. */
function languageOf(path: string, snippet: JsonRecord): string | null {
  const [first = ''] = textAt(snippet, 'scope').split(',')
  const name = baseName(path)
  return languageNamed(first) ?? (name.endsWith('.json') ? languageNamed(name.slice(0, -'.json'.length)) : null)
}
