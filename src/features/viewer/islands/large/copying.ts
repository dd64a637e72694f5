import { isTyping } from '#browser/keyboard.ts'
import type { TextRows } from '../../text-rows.ts'
import type { RowWindow } from './row-window.ts'
import type { TextPoints } from './text-points.ts'

/** A copy has the stored characters, also those of rows that are not drawn. Ctrl+A selects the file instead of the page. */
export function copyWhole(rows: TextRows, host: HTMLElement, view: RowWindow, points: TextPoints): void {
  document.addEventListener('copy', (event) => {
    const selection = window.getSelection()
    if (!selection || selection.isCollapsed || isTyping(event.target)) return
    const range = selection.getRangeAt(0)
    if (!range.intersectsNode(host)) return
    const from = points.offsetOf(range.startContainer, range.startOffset)
    const end = points.offsetOf(range.endContainer, range.endOffset)
    // Behind the last row may be lines for which the page has no room.
    const to = end === rows.end ? rows.text.length : end
    if (from === to || !event.clipboardData) return
    event.clipboardData.setData('text/plain', rows.text.slice(from, to))
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isSelectAll = event.code === 'KeyA' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isSelectAll || event.defaultPrevented || isTyping(event.target) || inDialog(event.target)) return
    event.preventDefault()
    selectAll(rows, view)
  })
}

/** The ends of the selection must be in the page: the browser knows no others. */
function selectAll({ rowCount }: TextRows, view: RowWindow): void {
  view.drawAlso([0, rowCount - 1])
  const [first, last] = [0, rowCount - 1].map((row) => view.elementOf(row)?.querySelector('code'))
  if (first && last) window.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
}

function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}
