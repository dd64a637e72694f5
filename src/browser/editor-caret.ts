import { syntaxTree } from '@codemirror/language'
import { EditorView } from '@codemirror/view'

/**
 * Colours that arrive after the text move it into new elements, and browsers then drop the caret to the start of its line. CodeMirror 6.43
 * compares with the selection that it remembers, sees no difference, and next takes the dropped caret for a move of the user.
 */
export const keepCaret = EditorView.updateListener.of(({ view, docChanged, startState, state }) => {
  if (docChanged || !view.hasFocus || view.composing || syntaxTree(startState) === syntaxTree(state)) return
  const shown = getSelection()
  const { anchor, head } = state.selection.main
  if (!shown?.anchorNode || !shown.focusNode || !view.contentDOM.contains(shown.focusNode)) return
  const isAt = (node: Node, offset: number, position: number) => view.posAtDOM(node, offset) === position
  if (isAt(shown.anchorNode, shown.anchorOffset, anchor) && isAt(shown.focusNode, shown.focusOffset, head)) return
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)]
  shown.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
})
