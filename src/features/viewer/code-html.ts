import type { LineMark } from './view.ts'

/** Blocks that the browser skips while they are off-screen. The style sheet computes their height from this number. */
const BLOCK_LINES = 100
const OPEN_BLOCK = '<div class="code-lines">'

/** Tabs are drawn as four columns. */
const TAB_COLUMNS = 4

/**
 * The lines as one string: five thousand lines of components would cost a hundred times as much. Numbers are links, but
 * outside the tab order and not read aloud. Each line keeps its line end, so that a manual selection copies it too.
 */
export function codeHtml(
  lines: readonly string[],
  { firstNumber = 1, marks = [] }: { firstNumber?: number | undefined; marks?: readonly LineMark[] } = {},
): string {
  const markHtml = new Map(marks.map(({ line, numbers }) => [line, marksHtml(numbers)]))
  let html = ''
  for (let start = 0; start < lines.length; start += BLOCK_LINES) {
    const end = Math.min(start + BLOCK_LINES, lines.length)
    // The last block is shorter, and is skipped only by a browser that can compute its height from the number.
    html += start > 0 && end - start < BLOCK_LINES ? `<div class="code-lines" data-lines="${end - start}">` : OPEN_BLOCK
    for (let i = start; i < end; i++) {
      const n = firstNumber + i
      html += `<div id="L${n}"><a href="#L${n}" tabindex="-1" aria-hidden="true">${n}</a><code>${lines[i] ?? ''}\n</code>${markHtml.get(n) ?? ''}</div>`
    }
    html += '</div>'
  }
  return html
}

/** Links to the notes below the code, which have these numbers. */
function marksHtml(numbers: readonly number[]): string {
  const links = numbers.map((n) => `<a class="note-number" href="#note-${n}">${n}</a>`)
  return `<span class="note-numbers">${links.join('')}</span>`
}

const MAX_LINES = 50_000
const MAX_HTML_CHARS = 12_000_000

/** How many of the first lines fit on a page: half a million short lines would be fifty megabytes of HTML. */
export function fittingLines(lines: readonly string[]): number {
  let chars = 0
  let count = 0
  for (const line of lines) {
    chars += line.length
    if (count > 0 && (count >= MAX_LINES || chars > MAX_HTML_CHARS)) break
    count += 1
  }
  return count
}

/** Columns of the longest line. Skipped lines have no width, and the page must not grow sideways while scrolling. */
export function widestLine(lines: readonly string[]): number {
  let widest = 0
  for (const line of lines) {
    const columns = line.includes('\t') ? line.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length : line.length
    if (columns > widest) widest = columns
  }
  return widest
}

/** The first `maxBytes` of a text, up to the end of a line where there is one. */
export function firstPart(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  if (read === text.length) return text
  const part = text.slice(0, read)
  const end = part.lastIndexOf('\n')
  return end === -1 ? part : part.slice(0, end + 1)
}
