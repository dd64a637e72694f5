import { type Direction, proseDirection } from '#base/bidi/prose.ts'
import type { Block, Inline } from './tree.ts'

/** The direction of the first words of a note; null when it has no letter outside code. */
export function noteDirection(list: readonly Block[]): Direction | null {
  for (const block of list) {
    const found = directionIn(block)
    if (found !== null) return found
  }
  return null
}

function directionIn(block: Block): Direction | null {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return hasLetters(block.children) ? proseDirection(wordsOf(block.children)) : null
    case 'quote':
      return noteDirection(block.children)
    case 'list':
      return noteDirection(block.items.flatMap(({ children }) => children))
    case 'table':
    case 'code':
    case 'rule':
      return null
  }
}

export function hasLetters(list: readonly Inline[]): boolean {
  return /\p{L}/u.test(wordsOf(list))
}

/** Without code. */
export function wordsOf(list: readonly Inline[]): string {
  return list
    .map((inline) => ('children' in inline ? wordsOf(inline.children) : inline.kind === 'text' ? inline.text : ' '))
    .join('')
}
