import { unescapeHtml } from '#base/highlight/highlight.ts'
import { definitionRules } from './definition-rules.ts'
import type { OutlineItem } from './view.ts'

/** A definition says its name early; what comes later on a line is not worth the search. */
const READ_CHARS = 300
const DEEPEST = 6

/**
 * The functions, types and other names that a code defines, from its painted lines: the colours know what is a comment or
 * a string. How deep a name stands is how far its line is indented beyond those before it. Nothing for unknown grammars.
 */
export function codeOutline(painted: readonly string[], grammar: string | null): OutlineItem[] {
  const rules = grammar === null ? undefined : definitionRules(grammar)
  if (!rules) return []
  const around: number[] = []
  return painted.flatMap((html, i) => {
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

/** The line without its colours, its comments and what its strings say. */
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
