import { isTableRow, oppositeRuns } from '#base/bidi/prose-lines.ts'
import { proseDirection as directionOf } from '#base/bidi/prose.ts'
import { syntaxTree } from '@codemirror/language'
import { type Extension, type Line, Prec, type Range, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, Direction, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/**
 * Code is left to right; each string or comment is one isolate in it, so that Hebrew inside does not reorder brackets and
 * commas. The editor must know the isolates, or the caret would move in another order than the one on the screen.
 */
export function codeDirection(): Extension {
  return [EditorView.contentAttributes.of({ dir: 'ltr' }), decorated(isolates, 'bidiIsolatedRanges')]
}

/** Prose: each line has its own direction; code and paths in a right-to-left line stay left to right. */
export function proseDirection(): Extension {
  return [
    EditorView.perLineTextDirection.of(true),
    EditorView.lineWrapping,
    decorated(proseLines),
    decorated(proseIsolates, 'bidiIsolatedRanges'),
  ]
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

const ISOLATE = Decoration.mark({ class: 'cm-isolate', bidiIsolate: Direction.LTR })
const RTL_ISOLATE = Decoration.mark({ class: 'cm-isolate-rtl', bidiIsolate: Direction.RTL })
const LINES = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
}

function isolates(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = []
  let end = -1
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (!/string|comment/i.test(node.name) || node.to <= node.from) return
        // Some grammars nest strings in strings: only the outermost is an isolate.
        if (node.from >= end) found.push(...perLine(view, node.from, node.to))
        end = Math.max(end, node.to)
      },
    })
  return Decoration.set(found, true)
}

/** An isolate ends with its line. */
function perLine(view: EditorView, from: number, to: number): Range<Decoration>[] {
  const found: Range<Decoration>[] = []
  for (let at = from; at < to;) {
    const line = view.state.doc.lineAt(at)
    const until = Math.min(line.to, to)
    if (until > at) found.push(ISOLATE.range(at, until))
    at = line.to + 1
  }
  return found
}

function proseLines(view: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const { line, direction } of directedLines(view)) lines.add(line.from, line.from, LINES[direction ?? 'ltr'])
  return lines.finish()
}

function proseIsolates(view: EditorView): DecorationSet {
  const runs = new RangeSetBuilder<Decoration>()
  for (const { line, direction } of directedLines(view)) {
    if (direction === null) continue
    const isolate = direction === 'rtl' ? ISOLATE : RTL_ISOLATE
    for (const [from, to] of oppositeRuns(line.text, direction)) runs.add(line.from + from, line.from + to, isolate)
  }
  return runs.finish()
}

/** The direction is null in a code block. The rows of a table have that of its first row. */
function directedLines(view: EditorView) {
  const found = new Map<number, { line: Line; direction: 'ltr' | 'rtl' | null }>()
  for (const { from, to } of view.visibleRanges) {
    let table: 'ltr' | 'rtl' | null = null
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const isCode = isInCodeBlock(view, line.from)
      table = isCode || !isTableRow(line.text) ? null : (table ?? directionOf(firstRow(view, line).text))
      found.set(line.from, { line, direction: isCode ? null : (table ?? directionOf(line.text)) })
      at = line.to + 1
    }
  }
  return found.values()
}

/** A longer table gets its direction from the first row that is looked at, so that each key in it costs the same. */
const MAX_ROWS_ABOVE = 1_000

function firstRow(view: EditorView, line: Line): Line {
  const { doc } = view.state
  let first = line
  while (first.number > Math.max(1, line.number - MAX_ROWS_ABOVE)) {
    const above = doc.line(first.number - 1)
    if (!isTableRow(above.text)) break
    first = above
  }
  return first
}

/** Not inline code: a Hebrew sentence may begin with it. */
function isInCodeBlock(view: EditorView, at: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(at, 1); node; node = node.parent)
    if (/codeblock|fencedcode|codetext/i.test(node.name)) return true
  return false
}

/** Decorations of the viewport, recomputed when it changes. */
function decorated(make: (view: EditorView) => DecorationSet, also?: 'bidiIsolatedRanges'): Extension {
  const plugin = ViewPlugin.define((view) => {
    const value = { set: make(view), tree: syntaxTree(view.state), update }
    function update(change: ViewUpdate) {
      const tree = syntaxTree(change.state)
      if (!change.docChanged && !change.viewportChanged && tree === value.tree) return
      value.set = make(change.view)
      value.tree = tree
    }
    return value
  })
  const access = (view: EditorView) => view.plugin(plugin)?.set ?? Decoration.none
  const provided = [EditorView.decorations.of(access), ...(also ? [EditorView[also].of(access)] : [])]
  return [plugin, Prec.lowest(provided)]
}
