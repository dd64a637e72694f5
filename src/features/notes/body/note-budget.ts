/** Characters of Markdown syntax. Each may become an element of the page, which dominates the cost. */
const MARKS = /[\n*_`[\]|>~#<!-]/g
/** Parsing this many ordinary characters costs as much as rendering one syntax character. */
const CHARS_PER_MARK = 16
/** About 25 ms of the event loop. 150 notes with short lists fit; 20,000 hostile characters cost three times that. */
const BUDGET = 4_200

/**
 * The notes that the server renders as Markdown, in order, until the budget of the page is used up. The others are displayed
 * as plain text; the browser renders all of them once its script runs.
 */
export function drawnNotes<N extends { id: string; content: string }>(notes: readonly N[]): Set<string> {
  let left = BUDGET
  const drawn = new Set<string>()
  for (const { id, content } of notes) {
    const cost = (content.match(MARKS)?.length ?? 0) + content.length / CHARS_PER_MARK
    if (cost > left) continue
    left -= cost
    drawn.add(id)
  }
  return drawn
}
