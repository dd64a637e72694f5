import { findLanguage } from '#base/language/language.ts'

/** Names that other programs use and Linguist does not. */
const ALIASES: Readonly<Record<string, string>> = {
  apache_conf: 'ApacheConf',
  c_cpp: 'C++',
  cpp: 'C++',
  csharp: 'C#',
  docker: 'Dockerfile',
  fsharp: 'F#',
  golang: 'Go',
  html_ruby: 'HTML+ERB',
  javascriptreact: 'JavaScript',
  jsonc: 'JSON with Comments',
  latex: 'TeX',
  matlab: 'MATLAB',
  nginxconf: 'Nginx',
  objectivec: 'Objective-C',
  'objective-c': 'Objective-C',
  pgsql: 'PLpgSQL',
  plain: 'Text',
  plain_text: 'Text',
  plaintext: 'Text',
  postgres: 'PLpgSQL',
  shellscript: 'Shell',
  shell: 'Shell',
  svg: 'SVG',
  text: 'Text',
  typescriptreact: 'TSX',
  viml: 'Vim Script',
  vb: 'Visual Basic .NET',
}

/**
 * One of our languages by the word that another program has for it: an id of VS Code or Monaco, a mode of Ace, a lexer of
 * Pygments (`JavascriptLexer`), a word behind a fence. Null when it is unknown, so that the text decides.
 */
export function languageNamed(word: string): string | null {
  const plain = word
    .trim()
    .replace(/Lexer$/, '')
    .toLowerCase()
  if (plain === '') return null
  const known = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined
  return known ?? findLanguage(plain) ?? findLanguage(plain.replaceAll('_', ' '))
}
