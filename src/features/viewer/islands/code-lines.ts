import { type LineRange, lineTotal } from '../line-range.ts'

/** The server rendered the lines; islands only find and mark them. */
export function lineElement(n: number): HTMLElement | null {
  return document.getElementById(`L${n}`)
}

/** The line number of the line that contains an element. */
export function lineAt(target: EventTarget | null): number | null {
  const line = target instanceof Element ? target.closest('.code-lines > div') : null
  return line ? Number(line.id.slice(1)) : null
}

/** The same, but only for elements in the number column. */
export function numberAt(target: EventTarget | null): number | null {
  const number = target instanceof Element ? target.closest('.code-lines > div > a') : null
  return lineAt(number)
}

export function lastLine(code: HTMLElement): number {
  return Number(code.querySelector('.code-lines:last-child > div:last-of-type')?.id.slice(1) ?? 0)
}

export function markLines(range: LineRange | null): void {
  for (const line of document.querySelectorAll('.code-lines > .is-chosen')) line.classList.remove('is-chosen')
  if (!range) return
  for (let i = 0; i < lineTotal(range); i++) lineElement(range.from + i)?.classList.add('is-chosen')
}

/** Scrolls the line into the upper part of the window, unless it is visible already. */
export function showLine(n: number): void {
  const line = lineElement(n)
  if (!line) return
  const { top, bottom } = line.getBoundingClientRect()
  const isInView = top > HEADER_PX && bottom < window.innerHeight - BOTTOM_PX
  if (!isInView) line.scrollIntoView({ block: 'start' })
}

const HEADER_PX = 110
const BOTTOM_PX = 80
