import hljs from 'highlight.js/lib/common'
import { escapeHtml } from '#base/html.ts'
import { splitLines } from '#base/lines.ts'
import { GRAMMAR_ALIASES, GRAMMARS } from './grammars.ts'
import { markdownGrammar } from './markdown.ts'

hljs.registerLanguage('markdown', markdownGrammar)

/** A longer line is data or minified code: highlighting would cost seconds without a benefit. */
export const HIGHLIGHT_MAX_LINE_CHARS = 5000

const aliases = new Map(
  GRAMMAR_ALIASES.trim()
    .split(/\s/)
    .map((pair) => pair.split(':'))
    .map(([alias = '', id = '']) => [alias, id]),
)

/**
 * Loads a grammar; true when `highlightLines` can use it. The common grammars are built in; the other 150 would cost every
 * process 90 ms at its start, so they are loaded when a file first needs them.
 */
export async function loadGrammar(language: string): Promise<boolean> {
  if (hljs.getLanguage(language)) return true
  const name = language.toLowerCase()
  const id = aliases.get(name) ?? name
  const load = Object.hasOwn(GRAMMARS, id) ? GRAMMARS[id] : undefined
  if (!load) return false
  const grammar = await load()
  hljs.registerLanguage(id, grammar.default)
  return true
}

/**
 * The lines of a code as HTML, as many as `splitLines` counts. Each line is well-formed by itself, and its text is exactly the
 * stored one: a page can be cut between any two lines. `language` is a highlight.js name or alias.
 */
export function highlightLines(code: string, language: string | null): string[] {
  const lines = splitLines(code)
  if (!language || !hljs.getLanguage(language)) return lines.map(escapeHtml)

  // The grammar sees '\n' only: with CRLF a token may end between the two characters and the line could not be cut.
  const colourable = lines.map((line) => (line.length > HIGHLIGHT_MAX_LINE_CHARS ? '' : line))
  const html = hljs.highlight(colourable.join('\n'), { language, ignoreIllegals: true }).value
  const highlighted = cutIntoLines(html)
  return lines.map((line, i) => (line.length > HIGHLIGHT_MAX_LINE_CHARS ? escapeHtml(line) : (highlighted[i] ?? '')))
}

const SPAN = /<span [^>]*>|<\/span>/g

/** A comment of three lines is one span: it is closed at each line end and reopened on the next line. */
function cutIntoLines(html: string): string[] {
  const open: string[] = []
  return html.split('\n').map((line) => {
    const before = open.join('')
    for (const [tag] of line.matchAll(SPAN)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    return before + line + '</span>'.repeat(open.length)
  })
}
