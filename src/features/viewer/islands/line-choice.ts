import { formatHash, type LineRange, parseHash, rangeBetween } from '../line-range.ts'
import { lastLine, lineAt, markLines, numberAt, showLine } from './code-lines.ts'

export type Choice = {
  range: () => LineRange | null
  choose: (range: LineRange) => void
  /** Makes the next pressed number the other end, for devices without a Shift key. */
  extendNext: () => void
}

type State = Choice & { press: (n: number, withShift: boolean) => void; dragTo: (n: number) => void }

/**
 * The selected lines: by pressing a number, with Shift or by dragging for several, and by the URL. The URL is replaced and
 * not pushed, so that Back leads to the previous page and not through every press.
 */
export function followChoice(
  code: HTMLElement,
  onChange: (range: LineRange | null) => void,
  openMenu: () => void,
): Choice {
  const state = choiceOf(code, onChange)
  const fromAddress = () => {
    const range = parseHash(window.location.hash, lastLine(code))
    if (range) state.choose(range)
  }
  listen(code, state, openMenu)
  window.addEventListener('hashchange', fromAddress)
  // Script takes over the marking: the `:target` style of a single line would stay behind.
  code.dataset['live'] = ''
  fromAddress()
  return state
}

function choiceOf(code: HTMLElement, onChange: (range: LineRange | null) => void): State {
  let range: LineRange | null = null
  let start = 0
  let isExtending = false
  const set = (next: LineRange | null) => {
    range = next
    markLines(code, next)
    onChange(next)
    const address = window.location.pathname + window.location.search + (next ? formatHash(next) : '')
    window.history.replaceState(window.history.state, '', address)
  }
  return {
    range: () => range,
    choose(next) {
      start = next.from
      set(next)
      showLine(next.from)
    },
    extendNext: () => (isExtending = true),
    press(n, withShift) {
      // Clear the text selection, because copying would prefer it over these lines.
      window.getSelection()?.removeAllRanges()
      if (range && (withShift || isExtending)) set(rangeBetween(start, n))
      else {
        // Pressing the only selected line again clears the selection.
        const isAgain = range?.from === n && range.to === n
        start = n
        set(isAgain ? null : { from: n, to: n })
      }
      isExtending = false
    },
    dragTo(n) {
      const next = rangeBetween(start, n)
      if (range && (next.from !== range.from || next.to !== range.to)) set(next)
    },
  }
}

function listen(code: HTMLElement, { range, press, dragTo }: State, openMenu: () => void): void {
  let isDragging = false
  code.addEventListener('pointerdown', (event) => {
    const n = numberAt(event.target)
    // A touch may start a scroll, so it selects on click.
    if (n === null || event.button !== 0 || !isMouse(event)) return
    event.preventDefault()
    isDragging = true
    press(n, event.shiftKey)
  })
  document.addEventListener('pointermove', (event) => {
    const n = isDragging ? lineAt(document.elementFromPoint(event.clientX, event.clientY)) : null
    if (n !== null) dragTo(n)
  })
  document.addEventListener('pointerup', () => (isDragging = false))
  // Numbers are links, and browsers would start a link drag.
  code.addEventListener('dragstart', (event) => {
    if (numberAt(event.target) !== null) event.preventDefault()
  })
  code.addEventListener('click', (event) => {
    const n = numberAt(event.target)
    if (n === null || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (isMouse(event)) return
    press(n, event.shiftKey)
    // A finger has neither keys nor a pointer that hovers: what it can do with the lines is shown at once.
    if (isTouch(event) && range()) openMenu()
  })
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse'
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
