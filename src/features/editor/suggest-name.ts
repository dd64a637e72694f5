import { truncateChars } from '#base/text.ts'

/** The usual extension of the languages people paste most; others get none and keep their detected language. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  Python: 'py',
  JavaScript: 'js',
  TypeScript: 'ts',
  TSX: 'tsx',
  HTML: 'html',
  CSS: 'css',
  SCSS: 'scss',
  JSON: 'json',
  YAML: 'yaml',
  TOML: 'toml',
  XML: 'xml',
  SVG: 'svg',
  Markdown: 'md',
  Shell: 'sh',
  PowerShell: 'ps1',
  SQL: 'sql',
  Java: 'java',
  Kotlin: 'kt',
  C: 'c',
  'C++': 'cpp',
  'C#': 'cs',
  Go: 'go',
  Rust: 'rs',
  Ruby: 'rb',
  PHP: 'php',
  Swift: 'swift',
  Dart: 'dart',
  Lua: 'lua',
  R: 'r',
  Diff: 'diff',
  CSV: 'csv',
}

/** Languages whose files have a fixed name. */
const WHOLE_NAMES: Readonly<Record<string, string>> = { Dockerfile: 'Dockerfile', Makefile: 'Makefile' }

/** Patterns of the first name in a text: a heading, a title, a function, a class. Only its beginning is searched. */
const NAME_PATTERNS = [
  /^#{1,3}[ \t]+(.+)$/m,
  /<title>([^<]+)<\/title>/i,
  /^[ \t]*(?:export\s+)?(?:default\s+)?(?:public\s+|final\s+|abstract\s+|async\s+|pub\s+)*(?:def|class|function|fn|func|struct|interface|trait|enum|module|object)\s+([\p{L}_$][\p{L}\p{N}_$]*)/mu,
  /\bcreate\s+(?:or\s+replace\s+)?(?:table|view|function)\s+(?:if\s+not\s+exists\s+)?([\w.]+)/i,
  /^[ \t]*(?:export\s+)?(?:const|let|var|val)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=/mu,
]

const READ_CHARS = 4_000
const STEM_CHARS = 60

/** Suggests a name for a text without one: `parse_config.py`, `snippet.txt`. Always a valid file name. */
export function suggestFileName(content: string, language: string): string {
  const whole = WHOLE_NAMES[language]
  if (whole !== undefined) return whole
  return `${stemOf(content, language)}.${EXTENSIONS[language] ?? 'txt'}`
}

function stemOf(content: string, language: string): string {
  const beginning = content.slice(0, READ_CHARS)
  // A line that begins with # is a heading in Markdown and a comment almost everywhere else.
  const patterns = language === 'Markdown' ? NAME_PATTERNS.slice(0, 1) : NAME_PATTERNS.slice(1)
  const name = patterns.map((pattern) => pattern.exec(beginning)?.[1]).find((found) => found !== undefined)
  const stem = (name ?? '')
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return truncateChars(stem, STEM_CHARS) || 'snippet'
}
