import { isMarkdown } from './is-markdown.ts'
import { detectByContent, resolveSharedExtension } from './signs.ts'
import { LANGUAGE_TABLE } from './table.ts'

export { isMarkdown }

/** The default language. */
export const PLAIN_TEXT = 'Text'

type Language = { name: string; color: string; highlight: string | null; extension: string | null }
type Table = {
  languages: Map<string, Language>
  extensions: Map<string, string>
  fileNames: Map<string, string>
  interpreters: Map<string, string>
}

const NEUTRAL_COLOR = '#8b949e'
const table = readTable()
const lowerNames = new Map([...table.languages.keys()].map((name) => [name.toLowerCase(), name]))

export function languageNames(): readonly string[] {
  return [...table.languages.keys()]
}

const SHEBANG = /^\ufeff?#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*\/)?)?([\w.+-]+)/
const MODELINE =
  /^.{0,200}(?:-\*-\s*(?:mode:\s*)?([\w+#-]+)\s*(?:;.*)?-\*-|\bvim?:.*\b(?:ft|filetype|syntax)=([\w+#-]+))/
// A CGI or shell program names its language in its first line, whatever its extension.
const FIRST_LINE_DECIDES = new Set(['cgi', 'fcgi', 'inc', 't', 'pl', 'pm'])

/** Names with a variable suffix: `Dockerfile.dev`, `.env.local`, `requirements-dev.txt`. */
const NAME_PATTERNS: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/^(?:dockerfile|containerfile)(?:[.-].+)?$|.\.dockerfile$/i, 'Dockerfile'],
  [/^\.env(?:\..+)?$/i, 'Dotenv'],
  [/^(?:gnu)?makefile(?:\..+)?$/i, 'Makefile'],
  [/^jenkinsfile(?:\..+)?$/i, 'Groovy'],
  [/^requirements[\w.-]*\.(?:txt|in)$/i, 'Pip Requirements'],
  [/^tsconfig[\w.-]*\.json$/i, 'JSON with Comments'],
  [/\.log(?:\.\d+)?$/i, 'Text'],
  [/^\.(?:git|docker|npm|eslint|prettier)ignore$/i, 'Ignore List'],
]

/** Detects the language of a file: by name, then by first line, then by its text. */
export function detectLanguage(fileName: string, content: string): string {
  const extension = knownExtension(fileName)
  if (extension && FIRST_LINE_DECIDES.has(extension)) {
    const named = firstLineLanguage(content)
    if (named) return named
  }
  const named = languageByName(fileName)
  if (named) return named
  if (extension) return resolveSharedExtension(extension, content) ?? table.extensions.get(extension) ?? PLAIN_TEXT
  return firstLineLanguage(content) ?? detectByContent(content) ?? PLAIN_TEXT
}

export function isLanguage(name: string): boolean {
  return table.languages.has(name)
}

/** Finds a language by `python`, `PYTHON` or `py`. */
export function findLanguage(word: string): string | null {
  const lower = word.toLowerCase()
  return lowerNames.get(lower) ?? table.extensions.get(lower) ?? table.interpreters.get(lower) ?? null
}

/** The language that a file name alone tells; null when it tells none. */
export function languageOfName(fileName: string): string | null {
  const extension = knownExtension(fileName)
  return languageByName(fileName) ?? (extension === null ? null : (table.extensions.get(extension) ?? null))
}

/** The usual ending of file names in a language: `py`. Null where files have whole names, such as `CODEOWNERS`. */
export function extensionOf(language: string): string | null {
  return table.languages.get(language)?.extension ?? null
}

/** The colour that Linguist gives a language, for the dot beside its name. */
export function languageColor(name: string): string {
  return table.languages.get(name)?.color ?? NEUTRAL_COLOR
}

/** The highlight.js grammar for a language, or null: then it is rendered as plain text. */
export function highlightName(name: string): string | null {
  return table.languages.get(name)?.highlight ?? null
}

/** Languages of sentences: each line has its own direction. All others are code, from left to right. */
export type ProseKind = 'markdown' | 'text'

export function proseKind(language: string): ProseKind | null {
  return isMarkdown(language) ? 'markdown' : language === PLAIN_TEXT ? 'text' : null
}

export function isSvg(language: string): boolean {
  return language === 'SVG'
}

export function isHtml(language: string): boolean {
  return language === 'HTML'
}

function languageByName(fileName: string): string | null {
  const exact = table.fileNames.get(fileName) ?? table.fileNames.get(fileName.toLowerCase())
  return exact ?? NAME_PATTERNS.find(([pattern]) => pattern.test(fileName))?.[1] ?? null
}

/** The longest known ending: `page.blade.php` is Blade, not PHP. */
function knownExtension(fileName: string): string | null {
  const name = fileName.toLowerCase()
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const extension = name.slice(dot + 1)
    if (table.extensions.has(extension)) return extension
  }
  return null
}

function firstLineLanguage(content: string): string | null {
  const program = SHEBANG.exec(content)?.[1]
  if (program) return interpreterLanguage(program)
  const mode = MODELINE.exec(content)
  const named = mode?.[1] ?? mode?.[2]
  return named ? findLanguage(named) : null
}

function interpreterLanguage(program: string): string | null {
  // python3.12 is python3, then python
  const names = [program, program.replace(/[\d.]+$/, '')]
  for (const name of names) {
    const language = table.interpreters.get(name)
    if (language) return language
  }
  return null
}

function readTable(): Table {
  const read: Table = { languages: new Map(), extensions: new Map(), fileNames: new Map(), interpreters: new Map() }
  for (const row of LANGUAGE_TABLE.trim().split('\n')) {
    const [name = '', color = '', highlight = '', extensions = '', fileNames = '', interpreters = ''] = row.split('|')
    const endings = list(extensions)
    read.languages.set(name, {
      name,
      color: color ? `#${color}` : NEUTRAL_COLOR,
      highlight: highlight || null,
      extension: endings[0] ?? null,
    })
    for (const extension of endings) read.extensions.set(extension, name)
    for (const fileName of list(fileNames)) addFileName(read.fileNames, fileName, name)
    // Several languages may name one program (`node`); the table is in Linguist's order and the first keeps it.
    for (const program of list(interpreters)) if (!read.interpreters.has(program)) read.interpreters.set(program, name)
  }
  return read
}

function addFileName(names: Map<string, string>, fileName: string, language: string): void {
  if (!names.has(fileName)) names.set(fileName, language)
  // `makefile` and `DOCKERFILE` match too, unless another language owns that exact spelling.
  const lower = fileName.toLowerCase()
  if (!names.has(lower)) names.set(lower, language)
}

function list(cell: string): string[] {
  return cell === '' ? [] : cell.split(',')
}
