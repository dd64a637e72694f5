import { type ChangeSet, type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Lines } from './selected-lines.ts'

/** One edit of the text. `linesOf` gives the new numbers of lines; null when all of their text was removed or replaced. */
export type EditorEdit = { linesOf: (lines: Lines) => Lines | null }

/** The lines of an editor, for what is drawn beside them. Lines are counted from 1. */
export type EditorLines = {
  count: () => number
  /** The upper edge of a line in the window, also of one that is not drawn. */
  topOf: (line: number) => number
  /** The line at a height of the window. */
  lineAt: (y: number) => number
  textOf: (lines: Lines) => string
  /** The selected lines, or the line of the caret. */
  chosen: () => Lines
  highlight: (lines: Lines | null) => void
  onEdit: (run: (edit: EditorEdit) => void) => () => void
  /** Calls back when lines may have another height or position. */
  onMoved: (run: () => void) => () => void
}

const setHighlight = StateEffect.define<Lines | null>()

const highlighted = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (current, transaction) => {
    const set = transaction.effects.find((effect) => effect.is(setHighlight))
    return set ? decorationOf(transaction.state.doc, set.value) : current.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const noted = Decoration.line({ class: 'is-noted' })

function decorationOf(doc: Text, lines: Lines | null): DecorationSet {
  if (!lines) return Decoration.none
  const ranges = []
  for (let n = lines.from; n <= Math.min(lines.to, doc.lines); n++) ranges.push(noted.range(doc.line(n).from))
  return Decoration.set(ranges)
}

/** The extension tells the lines about each change, so both belong to one editor. */
export function editorLines(): { extension: Extension; of: (view: EditorView) => EditorLines } {
  const edited = new Set<(edit: EditorEdit) => void>()
  const moved = new Set<() => void>()
  const listener = EditorView.updateListener.of(({ docChanged, geometryChanged, changes, startState, state }) => {
    if (docChanged)
      for (const run of edited)
        run({
          linesOf: (lines) => mapLines(lines, changes, startState.doc, state.doc),
        })
    if (docChanged || geometryChanged) for (const run of moved) run()
  })
  return {
    extension: [highlighted, listener],
    of: (view) => ({
      count: () => view.state.doc.lines,
      topOf: (line) => view.documentTop + view.lineBlockAt(startOf(view.state.doc, line)).top,
      lineAt: (y) => view.state.doc.lineAt(view.lineBlockAtHeight(y - view.documentTop).from).number,
      textOf: ({ from, to }) => view.state.doc.sliceString(startOf(view.state.doc, from), endOf(view.state.doc, to)),
      chosen: () => chosenLines(view),
      highlight: (lines) => view.dispatch({ effects: setHighlight.of(lines) }),
      onEdit: (run) => listen(edited, run),
      onMoved: (run) => listen(moved, run),
    }),
  }
}

function listen<T>(listeners: Set<T>, run: T): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

const within = (doc: Text, line: number) => Math.min(Math.max(line, 1), doc.lines)
const startOf = (doc: Text, line: number) => doc.line(within(doc, line)).from
const endOf = (doc: Text, line: number) => doc.line(within(doc, line)).to

/** A selection that ends before the first character of a line does not cover that line. */
function chosenLines({ state: { doc, selection } }: EditorView): Lines {
  const { from, to, empty } = selection.main
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  return { from: first.number, to: !empty && last.from === to ? Math.max(first.number, last.number - 1) : last.number }
}

/** Null when all of their text was removed. */
export function mapLines({ from, to }: Lines, changes: ChangeSet, before: Text, after: Text): Lines | null {
  const [start, end] = [startOf(before, from), endOf(before, to)]
  const [newStart, newEnd] = [changes.mapPos(start, 1), changes.mapPos(end, -1)]
  if (newEnd < newStart || (newEnd === newStart && end > start)) return null
  return { from: after.lineAt(newStart).number, to: after.lineAt(newEnd).number }
}
