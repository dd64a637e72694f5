import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** A message about a range of the text; lines and columns count from one. */
export type EditorMark = {
  line: number
  column: number
  endLine: number
  endColumn: number
  kind: 'warn' | 'error'
  words: string
}

const setMarks = StateEffect.define<readonly EditorMark[]>()

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (current, transaction) => {
    const set = transaction.effects.find((effect) => effect.is(setMarks))
    if (set)
      return Decoration.set(
        set.value.flatMap((mark) => toRange(transaction.state.doc, mark)),
        true,
      )
    return current.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

function toRange(doc: Text, mark: EditorMark) {
  const from = offset(doc, mark.line, mark.column)
  const to = Math.max(offset(doc, mark.endLine, mark.endColumn), from)
  if (to === from) return []
  return [Decoration.mark({ class: `cm-mark cm-mark-${mark.kind}`, attributes: { title: mark.words } }).range(from, to)]
}

function offset(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length
  const { from, to } = doc.line(Math.max(line, 1))
  return Math.min(from + column - 1, to)
}

const look = EditorView.theme({
  '.cm-mark': { textDecoration: 'underline wavy', textUnderlineOffset: '3px', textDecorationSkipInk: 'none' },
  '.cm-mark-warn': { textDecorationColor: 'var(--warn)' },
  '.cm-mark-error': { textDecorationColor: 'var(--danger)' },
})

export const editorMarks: Extension = [marks, look]

export function showMarks(view: EditorView, list: readonly EditorMark[]): void {
  view.dispatch({ effects: setMarks.of(list) })
}

/** Moves the caret to the start of a line and centres it in the viewport. */
export function revealLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
