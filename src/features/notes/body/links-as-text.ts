import type { Block, Inline, Item } from './tree.ts'

/** The same note without links: an address stands behind the words that lead to it, where it can be read and not followed. */
export function linksAsText(blocks: readonly Block[]): Block[] {
  return blocks.map(ofBlock)
}

function ofBlock(block: Block): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: ofInlines(block.children) }
    case 'quote':
      return { ...block, children: linksAsText(block.children) }
    case 'list':
      return { ...block, items: block.items.map(ofItem) }
    case 'table':
      return { ...block, head: block.head.map(ofInlines), rows: block.rows.map((row) => row.map(ofInlines)) }
    case 'code':
    case 'rule':
      return block
  }
}

function ofItem(item: Item): Item {
  return { ...item, children: linksAsText(item.children) }
}

function ofInlines(list: readonly Inline[]): Inline[] {
  return list.flatMap((inline) => {
    if (inline.kind === 'link' && inline.named) return ofInlines(inline.children)
    if (inline.kind === 'link') return ofLink(inline.href, ofInlines(inline.children))
    return 'children' in inline ? [{ ...inline, children: ofInlines(inline.children) }] : [inline]
  })
}

/** An address that is its own words is written once. */
function ofLink(href: string, children: Inline[]): Inline[] {
  const [only, ...others] = children
  const isItself = only?.kind === 'text' && others.length === 0 && isSameAddress(only.text, href)
  return isItself ? children : [...children, { kind: 'text', text: ` (${href})` }]
}

/** A link has an encoded address, and its words are decoded where that is readable. */
function isSameAddress(words: string, href: string): boolean {
  if (words === href) return true
  try {
    return decodeURI(href) === words
  } catch {
    // `%` that encodes nothing: the address differs from its words, and both are displayed.
    return false
  }
}
