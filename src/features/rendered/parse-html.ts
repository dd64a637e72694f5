import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultTreeAdapter, Parser, Tokenizer } from 'parse5'

/**
 * Limits of the parser. The algorithm of the HTML standard takes quadratic time on deep nesting, on a tag with very many
 * attributes and on formatting that is reopened in every paragraph: half a megabyte took 145 s without them.
 */
const MAX_DEPTH = 256
const MAX_ATTRIBUTES = 256
const MAX_ELEMENTS = 300_000
const CHUNK_CHARS = 4096

class TooEntangled extends Error {}

class BoundedTokenizer extends Tokenizer {
  attributesInHand(): number {
    const token = this.currentToken
    return token && 'attrs' in token ? token.attrs.length : 0
  }
}

/** The tree that a browser would build inside the body of a page; null when the text exceeds the limits. */
export function parseHtml(html: string): Root | null {
  // The explicit body makes the parser ignore a leading <td> or <frameset>.
  const page = parsePage(`<!doctype html><body>${html}`)
  return page && { type: 'root', children: bodyChildren(page) }
}

/** The same for a whole page. */
export function parsePage(html: string): Root | null {
  try {
    return bounded(html)
  } catch (error) {
    if (error instanceof TooEntangled) return null
    throw error
  }
}

function bounded(html: string): Root {
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (name, namespace, attributes) => {
      if (++elements > MAX_ELEMENTS) throw new TooEntangled()
      const element = defaultTreeAdapter.createElement(name, namespace, attributes)
      if (name !== 'template') return element
      // hast-util-from-parse5 expects content in every element of this name; inside svg there is none, and it would throw.
      return Object.assign(element, { content: defaultTreeAdapter.createDocumentFragment() })
    },
  }
  const parser = new Parser({ treeAdapter, scriptingEnabled: false })
  const tokenizer = new BoundedTokenizer(parser.options, parser)
  parser.tokenizer = tokenizer
  for (let from = 0; from < html.length; from += CHUNK_CHARS) {
    tokenizer.write(html.slice(from, from + CHUNK_CHARS), false)
    if (parser.openElements.stackTop > MAX_DEPTH || tokenizer.attributesInHand() > MAX_ATTRIBUTES)
      throw new TooEntangled()
  }
  tokenizer.write('', true)
  const tree = fromParse5(parser.document)
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}

function bodyChildren(document: Root): Root['children'] {
  const html = document.children.find((node) => node.type === 'element')
  const body = html?.children.find((node) => node.type === 'element' && node.tagName === 'body')
  return body?.type === 'element' ? body.children : []
}
