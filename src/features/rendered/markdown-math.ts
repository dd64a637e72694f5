import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

// A price is not a formula: no space inside the dollars, no digit after them.
const INLINE = /\$(?![\s$])((?:[^$\\]|\\[^])+?)(?<!\s)\$(?!\d)/y
const DISPLAY = /\$\$((?:[^$\\]|\\[^])+?)\$\$/y

/** `$…$` and `$$…$$`, found before Markdown can take their underscores and stars for emphasis. */
export function mathPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', inlineMath)
  md.block.ruler.before('fence', 'math_block', blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  for (const [type, pattern] of [
    ['math_display', DISPLAY],
    ['math_inline', INLINE],
  ] as const) {
    pattern.lastIndex = state.pos
    const match = pattern.exec(state.src)
    if (!match || pattern.lastIndex > state.posMax) continue
    if (!silent) state.push(type, '', 0).content = match[1] ?? ''
    state.pos += match[0].length
    return true
  }
  return false
}

function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!lineOf(state, startLine).startsWith('$$')) return false
  const end = closingLine(state, startLine, endLine)
  if (end === null) return false
  if (silent) return true
  const source = state.getLines(startLine, end + 1, state.blkIndent, false).trim()
  const token = state.push('math_block', '', 0)
  token.content = source.slice(2, -2).trim()
  token.map = [startLine, end + 1]
  state.line = end + 1
  return true
}

/** The line that ends with `$$`; an empty line before it means that this was no formula. */
function closingLine(state: StateBlock, startLine: number, endLine: number): number | null {
  for (let line = startLine; line < endLine; line++) {
    const text = lineOf(state, line)
    if (text === '' || (state.sCount[line] ?? 0) < state.blkIndent) return null
    const long = line > startLine || text.length > 4
    if (long && text.endsWith('$$')) return line
  }
  return null
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0).trim()
}
