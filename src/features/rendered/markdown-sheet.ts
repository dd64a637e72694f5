import type { Element, ElementContent, Literal, Properties } from 'hast'

declare module 'hast' {
  /** HTML of our own making, written out as it is. `sanitize` lets none through, so none comes from a text. */
  interface ElementContentMap {
    raw: Literal & { type: 'raw' }
  }
  interface RootContentMap {
    raw: Literal & { type: 'raw' }
  }
}

/** What we add to an element of our own making once the HTML around it has been made safe. */
export type Decoration = {
  properties?: Properties
  before?: ElementContent[]
  after?: ElementContent[]
  /** Stands in the element's place. `html` is of our own making and already escaped. */
  instead?: { html: string } | { element: Element }
}

/**
 * The decorations of one document. An element carries only the number of its decoration, in an attribute whose name
 * does not occur in the text: HTML inside the text can neither take on our classes, ids and data attributes nor lose them.
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

  /** Keeps a decoration and gives its number, the value of the attribute. */
  add(decoration: Decoration): string {
    this.#decorations.push(decoration)
    return String(this.#decorations.length - 1)
  }

  /** An empty element that a decoration will stand in for. */
  placeholder(tag: 'div' | 'span', decoration: Decoration): string {
    return `<${tag} ${this.attribute}="${this.add(decoration)}"></${tag}>`
  }

  /** The decoration of an element; the mark itself is taken off. */
  take(element: Element): Decoration | null {
    const { [this.property]: number, ...others } = element.properties
    if (number === undefined) return null
    element.properties = others
    return this.#decorations[Number(number)] ?? null
  }
}
