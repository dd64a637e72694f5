import { revealBidi } from '#base/bidi/bidi.ts'
import { escapeHtml, unescapeHtml } from '#base/html.ts'
import { isContinued, rowEnd, rowStart, type TextRows } from '../../text-rows.ts'

/** `colours`: the highlighted lines, joined by line ends. Null: not there yet, or not at all. */
export type Look = { colours: string | null; isRevealed: boolean }

/** Draws rows with the elements and classes that the server uses, so that styles and other islands treat them alike. */
export function rowDrawer(rows: TextRows, { colours, isRevealed }: Look): (row: number) => HTMLElement {
  const starts = colours === null ? null : lineStarts(colours, rows.lineCount)
  const isPart = (row: number) => isContinued(rows, row) || isContinued(rows, row + 1)
  /** Null: draw the text as it is. */
  const markupOf = (row: number, text: string) => {
    const line = (rows.lines[row] ?? 1) - 1
    const coloured = starts && !isPart(row) ? colours?.slice(starts[line], (starts[line + 1] ?? 0) - 1) : undefined
    return isRevealed ? revealBidi(coloured ?? escapeHtml(text)) : (coloured ?? null)
  }
  return (row) => {
    const element = document.createElement('div')
    const code = document.createElement('code')
    const text = rows.text.slice(rowStart(rows, row), rowEnd(rows, row))
    const markup = markupOf(row, text)
    if (markup === null) code.append(text)
    else appendMarkup(code, markup)
    if (!isContinued(rows, row + 1)) code.append('\n')
    element.append(numberOf(element, rows.lines[row] ?? 1, isContinued(rows, row)), code)
    return element
  }
}

/** A further part of a long line has an arrow instead of its number. */
function numberOf(row: HTMLElement, line: number, isFurther: boolean): HTMLElement {
  const number = document.createElement('a')
  number.ariaHidden = 'true'
  number.tabIndex = -1
  number.textContent = isFurther ? '↪' : String(line)
  if (isFurther) row.dataset['line'] = String(line)
  else {
    number.href = `#L${line}`
    row.id = `L${line}`
  }
  return number
}

const PIECE = /<(\/?)(span|bdi)([^>]*)>|[^<]+/g
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g

/** Builds the elements of a highlighted line. `innerHTML` would need a policy of Trusted Types that allows any markup. */
function appendMarkup(parent: HTMLElement, html: string): void {
  let at = parent
  for (const [piece, close, name, attributes = ''] of html.matchAll(PIECE)) {
    if (name === undefined) at.append(unescapeHtml(piece))
    else if (close) at = (at === parent ? null : at.parentElement) ?? parent
    else {
      const element = document.createElement(name)
      for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) element.setAttribute(key, value)
      at.append(element)
      at = element
    }
  }
}

/** The offset of each line, and one after the last. */
function lineStarts(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let end = -1
  for (let line = 1; line <= count; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) end = text.length
    starts[line] = end + 1
  }
  return starts
}
