import { HEADER_PX } from '#browser/header-height.ts'
import { largeCode } from '#browser/large-code.ts'
import { type LineRange, lineTotal } from '../line-range.ts'

/** The element of a line; null for a line that is not drawn. */
export function lineElement(n: number): HTMLElement | null {
  return document.getElementById(`L${n}`)
}

/** The line number of the line that contains an element. */
export function lineAt(target: EventTarget | null): number | null {
  const line = target instanceof Element ? target.closest<HTMLElement>('.code-lines > div') : null
  // The further parts of a long line have no id.
  return line ? Number(line.dataset['line'] ?? line.id.slice(1)) : null
}

/** The same, but only for elements in the number column. */
export function numberAt(target: EventTarget | null): number | null {
  const number = target instanceof Element ? target.closest('.code-lines > div > a') : null
  return lineAt(number)
}

export function lastLine(code: HTMLElement): number {
  return (
    largeCode()?.lineCount ?? Number(code.querySelector('.code-lines:last-child > div:last-of-type')?.id.slice(1) ?? 0)
  )
}

/** Marks the drawn lines of a range, and remembers it for the lines that are not drawn. */
export function markLines(code: HTMLElement, range: LineRange | null): void {
  for (const line of code.querySelectorAll('.code-lines > .is-chosen')) line.classList.remove('is-chosen')
  if (range) code.dataset['chosen'] = `${range.from}-${range.to}`
  else delete code.dataset['chosen']
  if (!range) return
  if (largeCode()) return markDrawn(code, range)
  for (let i = 0; i < lineTotal(range); i++) lineElement(range.from + i)?.classList.add('is-chosen')
}

function markDrawn(code: HTMLElement, { from, to }: LineRange): void {
  for (const line of code.querySelectorAll('.code-lines > div')) {
    const n = lineAt(line) ?? 0
    line.classList.toggle('is-chosen', n >= from && n <= to)
  }
}

/** Scrolls the line into the upper part of the window, unless it is visible already. */
export function showLine(n: number): void {
  const large = largeCode()
  if (large) return large.show(n)
  const line = lineElement(n)
  if (!line) return
  const { top, bottom } = line.getBoundingClientRect()
  const isInView = top > HEADER_PX && bottom < window.innerHeight - BOTTOM_PX
  if (!isInView) line.scrollIntoView({ block: 'start' })
}

const BOTTOM_PX = 80
