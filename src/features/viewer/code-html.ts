/** Blocks that the browser skips while they are out of sight. The style sheet knows their height by this number. */
const BLOCK_LINES = 100

/** Tabs are drawn as four columns. */
const TAB_COLUMNS = 4

/**
 * The lines as one string: five thousand lines of components would cost a hundred times as much. Numbers are links, but
 * not stops of the Tab key and not read aloud. Each line keeps its end, so that a selection copied by hand has it too.
 */
export function codeHtml(lines: readonly string[]): string {
  let html = ''
  for (let start = 0; start < lines.length; start += BLOCK_LINES) {
    html += '<div class="code-lines">'
    for (let i = start; i < Math.min(start + BLOCK_LINES, lines.length); i++) {
      const n = i + 1
      html += `<div id="L${n}"><a href="#L${n}" tabindex="-1" aria-hidden="true">${n}</a><code>${lines[i] ?? ''}\n</code></div>`
    }
    html += '</div>'
  }
  return html
}

/** Columns of the longest line. Lines that are skipped have no width, and the page must not grow sideways while read. */
export function widestLine(lines: readonly string[]): number {
  let widest = 0
  for (const line of lines) {
    const columns = line.includes('\t') ? line.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length : line.length
    if (columns > widest) widest = columns
  }
  return widest
}

/** As much of a text as fits into `maxBytes`, up to the end of a line where there is one. */
export function firstPart(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  if (read === text.length) return text
  const part = text.slice(0, read)
  const end = part.lastIndexOf('\n')
  return end === -1 ? part : part.slice(0, end + 1)
}
