import type { Element, ElementContent, Literal, Properties } from 'hast'

declare module 'hast' {
  /** Our own HTML, written verbatim. `sanitize` lets no raw node through, so none comes from a text. */
  interface ElementContentMap {
    raw: Literal & { type: 'raw' }
  }
  interface RootContentMap {
    raw: Literal & { type: 'raw' }
  }
}

/** What is added to an element of our own after the HTML around it has been sanitised. */
export type Decoration = {
  properties?: Properties
  before?: ElementContent[]
  after?: ElementContent[]
  /** Replaces the element. `html` is our own and already escaped. */
  instead?: { html: string } | { element: Element }
}

/**
 * The decorations of one document. An element carries only the number of its decoration, in an attribute whose name does
 * not occur in the text, so that HTML in the text can neither forge nor remove our classes, ids and data attributes.
 */
export class Sheet {
  readonly attribute: string
  readonly property: string
  readonly #decorations: Decoration[] = []

  constructor(text: string) {
    const lower = text.toLowerCase()
    let n = 0
    while (lower.includes(`data-cs${n}`)) n++
    this.attribute = `data-cs${n}`
    this.property = `dataCs${n}`
  }

  /** Stores a decoration and returns its number, the value of the attribute. */
  add(decoration: Decoration): string {
    this.#decorations.push(decoration)
    return String(this.#decorations.length - 1)
  }

  /** An empty element that a decoration will replace. */
  placeholder(tag: 'div' | 'span', decoration: Decoration): string {
    return `<${tag} ${this.attribute}="${this.add(decoration)}"></${tag}>`
  }

  /** Returns the decoration of an element and removes its mark. */
  take(element: Element): Decoration | null {
    const { [this.property]: number, ...others } = element.properties
    if (number === undefined) return null
    element.properties = others
    return this.#decorations[Number(number)] ?? null
  }
}
