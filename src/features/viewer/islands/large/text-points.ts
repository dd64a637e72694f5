import { rowAt, rowEnd, rowStart, type TextRows } from '../../text-rows.ts'
import type { RowWindow } from './row-window.ts'

/** Translates between positions in the page and offsets in the text. */
export type TextPoints = {
  /** The offset of a boundary of the selection. Outside the code it is the nearer end of the text. */
  offsetOf: (node: Node, offset: number) => number
  /** The range of drawn characters; null when a row of theirs is not drawn. */
  rangeOf: (from: number, to: number) => Range | null
}

export function textPoints(rows: TextRows, host: HTMLElement, view: RowWindow): TextPoints {
  const offsetOf = (node: Node, offset: number): number => {
    const element = node instanceof Element ? node : node.parentElement
    const row = element ? view.rowOf(element) : null
    if (row !== null) return offsetInRow(rows, row, view.elementOf(row), { node, offset })
    const child = host.contains(node) ? node.childNodes[offset] : undefined
    if (child) return offsetOf(child, 0)
    const isBefore = !host.contains(node) && (host.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) > 0
    // Behind the last child of a block is behind its last row.
    const last = host.contains(node) && node !== host ? node.lastChild : null
    if (last) return offsetOf(last, last.childNodes.length)
    return isBefore ? 0 : rows.text.length
  }
  return {
    offsetOf,
    rangeOf(from, to) {
      const [start, end] = [pointAt(rows, view, from), pointAt(rows, view, to)]
      if (!start || !end) return null
      const range = document.createRange()
      range.setStart(start.node, start.offset)
      range.setEnd(end.node, end.offset)
      return range
    },
  }
}

type Point = { node: Node; offset: number }

function offsetInRow(rows: TextRows, row: number, element: Element | null, { node, offset }: Point): number {
  const [from, to, next] = [rowStart(rows, row), rowEnd(rows, row), rowStart(rows, row + 1)]
  const code = element?.querySelector('code')
  if (!code) return from
  const start = document.createRange()
  start.selectNodeContents(code)
  const at = start.comparePoint(node, offset)
  if (at < 0) return from
  if (at > 0) return next
  start.setEnd(node, offset)
  const chars = start.toString().length
  // The drawn line end is one character, whatever the text has there.
  return chars > to - from ? next : from + chars
}

function pointAt(rows: TextRows, view: RowWindow, offset: number): Point | null {
  const row = rowAt(rows, offset)
  const code = view.elementOf(row)?.querySelector('code')
  if (!code) return null
  let left = offset - rowStart(rows, row)
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? ''
    if (left <= length) return { node, offset: left }
    left -= length
  }
  return { node: code, offset: code.childNodes.length }
}
