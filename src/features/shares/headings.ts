const OPENING = /^ {0,3}#{1,6}[ \t]+/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * The line of each heading in a Markdown text; null when no line, or more than one, is this heading. `# Install` in fenced code is a
 * comment: a note on the heading `[Install](x.md)` must not be attached to it.
 */
export function findHeadings(lines: readonly string[], headings: readonly string[]): (number | null)[] {
  const found = new Map<string, number | null>()
  let fence: string | null = null
  for (const [i, line] of lines.entries()) {
    const marks = fenceOf(line)
    if (fence !== null) {
      if (marks?.startsWith(fence) && line.trim() === marks) fence = null
      continue
    }
    fence = marks
    const opening = OPENING.exec(line)?.[0]
    if (opening === undefined) continue
    const words = withoutClosing(line.slice(opening.length).trim())
    found.set(words, found.has(words) ? null : i + 1)
  }
  return headings.map((words) => found.get(words) ?? null)
}

/** The marks that open or close fenced code. Backticks with another one behind them are code in a line of text. */
function fenceOf(line: string): string | null {
  const [all = '', marks = ''] = FENCE.exec(line) ?? []
  return marks === '' || (marks.startsWith('`') && line.includes('`', all.length)) ? null : marks
}

/** `Title ##` → `Title`. A pattern that looks for the hashes would take quadratic time on a line of them. */
function withoutClosing(words: string): string {
  let end = words.length
  while (words[end - 1] === '#') end -= 1
  return /[ \t]/.test(words[end - 1] ?? '') ? words.slice(0, end).trim() : words
}
