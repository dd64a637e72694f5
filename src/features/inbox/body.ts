import { findCheckboxes } from '#base/checkboxes.ts'
import { findRanges } from '#base/needle.ts'
import { markedRanges } from '#base/search-query/text-terms.ts'
import { charLength, truncateChars } from '#base/text.ts'
import { type Block, type Inline, parseNote } from '#features/notes/body/tree.ts'
import { excerpt } from '#features/notes/note-search.ts'
import { type Body, INBOX_BODY_CHARS, INBOX_BODY_LINES } from './shown-note.ts'

/** Parses the beginning of a note and marks the words of a search in it. */
export function parseBody(content: string, words: readonly string[]): Body {
  const text = beginningOf(content)
  const blocks = parseNote(text)
  const isCut = text.length < content.length
  // The note has all words, so that the first one that the beginning lacks is in the rest.
  const missing = isCut ? words.find((word) => findRanges(text, word).length === 0) : undefined
  const found = missing === undefined ? null : excerpt(content, missing)
  return {
    blocks: words.length === 0 ? blocks : blocks.map((block) => markBlock(block, words)),
    tasks: findCheckboxes(text).length,
    isCut,
    found: found && found.ranges.length > 0 ? found : null,
  }
}

/** Whole lines, so that a checkbox of the beginning is the same one in the note. Only a first line that is too long is cut. */
export function beginningOf(content: string): string {
  const lines = content.match(LINE) ?? []
  const start = lines.slice(0, INBOX_BODY_LINES).join('')
  if (charLength(start) <= INBOX_BODY_CHARS) return start
  const cut = truncateChars(start, INBOX_BODY_CHARS)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r'))
  return end > 0 ? cut.slice(0, end) : cut
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g

function markBlock(block: Block, words: readonly string[]): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: markInlines(block.children, words) }
    case 'list':
      return {
        ...block,
        items: block.items.map(({ task, children }) => ({
          task,
          children: children.map((child) => markBlock(child, words)),
        })),
      }
    case 'quote':
      return { ...block, children: block.children.map((child) => markBlock(child, words)) }
    case 'code':
      return { ...block, matches: markedRanges(block.text, words) }
    case 'table':
      return {
        ...block,
        head: block.head.map((cell) => markInlines(cell, words)),
        rows: block.rows.map((row) => row.map((cell) => markInlines(cell, words))),
      }
    case 'rule':
      return block
  }
}

function markInlines(list: readonly Inline[], words: readonly string[]): Inline[] {
  return list.map((inline): Inline => {
    if ('children' in inline) return { ...inline, children: markInlines(inline.children, words) }
    return 'text' in inline ? { ...inline, matches: markedRanges(inline.text, words) } : inline
  })
}
