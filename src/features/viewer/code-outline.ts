import { unescapeHtml } from '#base/html.ts'
import { definitionRules } from './definition-rules.ts'
import type { OutlineItem } from './view.ts'

/** A definition names itself early on its line; the rest of the line is not searched. */
const READ_CHARS = 300
const DEEPEST = 6

/**
 * Functions, types and other definitions, from the highlighted lines: the colours distinguish comments and strings. The
 * depth of a name is the indentation of its line relative to those before it. Empty for unknown grammars.
 */
export function codeOutline(highlighted: readonly string[], grammar: string | null): OutlineItem[] {
  const rules = grammar === null ? undefined : definitionRules(grammar)
  if (!rules) return []
  const around: number[] = []
  return highlighted.flatMap((html, i) => {
    const code = codeIn(html)
    const text = nameIn(code, rules)
    if (text === null) return []
    const indent = code.length - code.trimStart().length
    while ((around.at(-1) ?? -1) >= indent) around.pop()
    around.push(indent)
    return [{ text, level: Math.min(around.length, DEEPEST), line: i + 1 }]
  })
}

function nameIn(code: string, rules: readonly RegExp[]): string | null {
  for (const rule of rules) {
    const found = rule.exec(code)?.groups?.['name']
    if (found !== undefined) return found.trim()
  }
  return null
}

const TAG = /<[^>]*>/g
const PIECE = /<[^>]*>|[^<]+/g
const NOT_CODE = /hljs-(?:comment|string|regexp|meta)\b/

/** The line without its markup, its comments and the content of its strings. */
function codeIn(html: string): string {
  const text = NOT_CODE.test(html) ? withoutHidden(html) : html.replaceAll(TAG, '')
  return unescapeHtml(text.slice(0, READ_CHARS))
}

function withoutHidden(html: string): string {
  let code = ''
  let depth = 0
  let hiddenFrom = 0
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece === '</span>') {
      if (hiddenFrom === depth) hiddenFrom = 0
      depth -= 1
    } else if (piece.startsWith('<')) {
      depth += 1
      if (hiddenFrom === 0 && NOT_CODE.test(piece)) hiddenFrom = depth
    } else if (hiddenFrom === 0) code += piece
  }
  return code
}
