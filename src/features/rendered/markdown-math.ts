import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

// Prices are not formulas: no space inside the dollar signs, no digit after them.
const INLINE = /\$(?![\s$])((?:[^$\\]|\\[^])+?)(?<!\s)\$(?!\d)/y
const DISPLAY = /\$\$((?:[^$\\]|\\[^])+?)\$\$/y

/** `$…$` and `$$…$$`, parsed before Markdown can take their underscores and asterisks for emphasis. */
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
  if (!state.src.startsWith('$$', trimmedLine(state, startLine).from)) return false
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

/** The line limit of a formula. Without it every unclosed `$$` would scan to the end of the text. */
const MAX_LINES = 100

/** The line that ends with `$$`; an empty line before it means that this is not a formula. */
function closingLine(state: StateBlock, startLine: number, endLine: number): number | null {
  const last = Math.min(endLine, startLine + MAX_LINES)
  for (let line = startLine; line < last; line++) {
    const { from, to } = trimmedLine(state, line)
    if (from === to || (state.sCount[line] ?? 0) < state.blkIndent) return null
    const isLong = line > startLine || to - from > 4
    if (isLong && state.src.startsWith('$$', to - 2) && to - from >= 2) return line
  }
  return null
}

/** The trimmed bounds of a line, found without copying it. */
function trimmedLine(state: StateBlock, line: number): { from: number; to: number } {
  let from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  let to = state.eMarks[line] ?? 0
  while (from < to && isSpace(state.src.charCodeAt(from))) from++
  while (to > from && isSpace(state.src.charCodeAt(to - 1))) to--
  return { from, to }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0xfeff
}
