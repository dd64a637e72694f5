/** Lines counted from 1, both included. */
export type Lines = { from: number; to: number }

/** The lines of code that the text selection covers, in either direction; null when it covers none. */
export function selectedLines(): Lines | null {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const code = document.querySelectorAll<HTMLElement>('#code .code-lines > div > code')
  const lines = Array.from(code).filter((line) => range.intersectsNode(line))
  // A selection that ends before the first character of a line does not cover that line.
  if (lines.length > 1 && endsBefore(range, lines.at(-1))) lines.pop()
  const [from, to] = [lineNumber(lines[0]), lineNumber(lines.at(-1))]
  return from === null || to === null ? null : { from, to }
}

function endsBefore({ endContainer, endOffset }: Range, line: HTMLElement | undefined): boolean {
  if (!line?.contains(endContainer)) return false
  const start = document.createRange()
  start.selectNodeContents(line)
  start.setEnd(endContainer, endOffset)
  return start.toString() === ''
}

function lineNumber(line: HTMLElement | undefined): number | null {
  const row = line?.parentElement
  // The further parts of a long line have no id.
  return row ? Number(row.dataset['line'] ?? row.id.slice(1)) : null
}
