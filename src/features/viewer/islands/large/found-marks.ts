import { HEADER_PX } from '#browser/header-height.ts'
import { lastAtMost, rowAt, rowEnd, rowStart, type TextRows } from '../../text-rows.ts'
import type { RowWindow } from './row-window.ts'
import type { TextPoints } from './text-points.ts'

/** All occurrences of a searched text: where they start, and their length. */
export type Found = { offsets: Uint32Array; length: number }

export type FoundMarks = {
  /** The first match that is in the window or below it. */
  firstInView: (found: Found) => number
  /** Scrolls to a match and marks it, and marks all others. */
  show: (found: Found, at: number) => void
  /** Removes the marks, and selects the match that was shown, as browsers do. */
  end: () => void
}

/** Marks matches as highlights of the browser, which change no element: rows are drawn and removed while scrolling. */
export function foundMarks(rows: TextRows, code: HTMLElement, view: RowWindow, points: TextPoints): FoundMarks {
  let shown: { found: Found; at: number } | null = null
  const rangeAt = ({ offsets, length }: Found, i: number) => {
    const offset = offsets[i]
    return offset === undefined ? null : points.rangeOf(offset, offset + length)
  }
  const mark = () => {
    if (!('highlights' in CSS)) return
    const current = shown && rangeAt(shown.found, shown.at)
    CSS.highlights.set('find', new Highlight(...(shown ? drawnMatches(rows, view, shown.found, rangeAt) : [])))
    CSS.highlights.set('find-current', new Highlight(...(current ? [current] : [])))
  }
  view.onDrawn(mark)
  return {
    firstInView({ offsets }) {
      const visible = [...view.drawnRows()].find(([, element]) => element.getBoundingClientRect().top > HEADER_PX)
      const next = lastAtMost(offsets, rowStart(rows, visible?.[0] ?? 0) - 1) + 1
      return next < offsets.length ? next : 0
    },
    show(found, at) {
      shown = { found, at }
      const offset = found.offsets[at]
      if (offset !== undefined) {
        view.show(rowAt(rows, offset), document.querySelector('.find-bar')?.getBoundingClientRect().bottom)
        showSideways(code, rangeAt(found, at))
      }
      mark()
    },
    end() {
      const range = shown && rangeAt(shown.found, shown.at)
      shown = null
      mark()
      if (!range) return
      window.getSelection()?.removeAllRanges()
      window.getSelection()?.addRange(range)
    },
  }
}

const SIDE_PX = 80

function* drawnMatches(
  rows: TextRows,
  view: RowWindow,
  found: Found,
  rangeAt: (found: Found, i: number) => Range | null,
): Iterable<Range> {
  for (const [row] of view.drawnRows()) {
    const end = rowEnd(rows, row)
    let i = lastAtMost(found.offsets, rowStart(rows, row) - 1) + 1
    for (; (found.offsets[i] ?? Infinity) < end; i++) {
      const range = rangeAt(found, i)
      if (range) yield range
    }
  }
}

/** Scrolls a match of a long line into the window. */
function showSideways(code: HTMLElement, range: Range | null): void {
  const box = range?.getBoundingClientRect()
  if (!box) return
  const { left, right } = code.getBoundingClientRect()
  if (box.left < left + SIDE_PX) code.scrollBy({ left: box.left - left - 2 * SIDE_PX, behavior: 'instant' })
  else if (box.right > right - SIDE_PX) code.scrollBy({ left: box.right - right + 2 * SIDE_PX, behavior: 'instant' })
}
