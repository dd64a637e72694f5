import { HEADER_PX } from '#browser/header-height.ts'
import { lastAtMost, rowOfLine, type TextRows } from '../../text-rows.ts'

/** Rows are drawn and removed in blocks. */
const BLOCK_ROWS = 50
const ROW_PX = 20

/** Drawn above and below the window, so that a fast scroll meets no empty space. */
const AHEAD_PX = 1_200

const SHOWN_TO_PX = 80
const CONTEXT_PX = 54

/**
 * Keeps the rows near the view in the page, in blocks at computed offsets inside an element of the full height. Heights are
 * those of unwrapped rows until a block was drawn and measured.
 */
export class RowWindow {
  readonly #rows: TextRows
  readonly #host: HTMLElement
  #drawRow: (row: number) => HTMLElement
  readonly #heights: Float64Array
  readonly #tops: Float64Array
  readonly #drawn = new Map<number, HTMLElement>()
  readonly #listeners = new Set<() => void>()

  constructor(rows: TextRows, host: HTMLElement, drawRow: (row: number) => HTMLElement) {
    this.#rows = rows
    this.#host = host
    this.#drawRow = drawRow
    const blocks = Math.ceil(rows.rowCount / BLOCK_ROWS)
    this.#heights = new Float64Array(blocks)
    this.#tops = new Float64Array(blocks + 1)
    this.#forgetHeights()
    host.replaceChildren()
  }

  onDrawn(run: () => void): () => void {
    this.#listeners.add(run)
    return () => this.#listeners.delete(run)
  }

  /** The drawn rows, in the order of the text. */
  *drawnRows(): Iterable<[row: number, element: Element]> {
    for (const block of [...this.#drawn.keys()].toSorted((a, b) => a - b)) {
      for (const [i, element] of [...(this.#drawn.get(block)?.children ?? [])].entries())
        yield [block * BLOCK_ROWS + i, element]
    }
  }

  elementOf(row: number): Element | null {
    return this.#drawn.get(Math.floor(row / BLOCK_ROWS))?.children[row % BLOCK_ROWS] ?? null
  }

  /** The row of an element of a drawn block; null for other elements. */
  rowOf(element: Element): number | null {
    const row = element.closest('.code-lines > div')
    const block = row?.parentElement
    if (!row || !(block instanceof HTMLElement) || block.parentElement !== this.#host) return null
    return Number(block.dataset['block']) * BLOCK_ROWS + [...block.children].indexOf(row)
  }

  /** The upper edge of a row in the window. */
  topOf(row: number): number {
    const drawn = this.elementOf(row)
    if (drawn) return drawn.getBoundingClientRect().top
    const block = Math.min(Math.floor(row / BLOCK_ROWS), this.#heights.length - 1)
    const inBlock = (row - block * BLOCK_ROWS) / this.#rowsOf(block)
    return this.#host.getBoundingClientRect().top + (this.#tops[block] ?? 0) + inBlock * (this.#heights[block] ?? 0)
  }

  topOfLine(line: number): number {
    return this.topOf(rowOfLine(this.#rows, line))
  }

  /**
   * Scrolls a row into the upper part of the window, below what covers it, unless it is visible there. Measuring wrapped
   * blocks may move it once more.
   */
  show(row: number, coveredPx = HEADER_PX): void {
    const top = this.topOf(row)
    const isVisible = top >= coveredPx && top < window.innerHeight - SHOWN_TO_PX && this.elementOf(row) !== null
    if (isVisible) return
    for (let tries = 0; tries < 3; tries++) {
      window.scrollBy({ top: this.topOf(row) - coveredPx - CONTEXT_PX, behavior: 'instant' })
      this.draw()
    }
  }

  /** Draws all drawn rows anew, unless the reader has selected text: new elements would end the selection. */
  redraw(drawRow: (row: number) => HTMLElement): void {
    this.#drawRow = drawRow
    const inUse = this.#blocksInUse()
    for (const [block, element] of this.#drawn) {
      if (inUse.has(block)) continue
      element.remove()
      this.#drawn.delete(block)
    }
    this.draw()
  }

  /** Draws the rows near the view, and keeps those that the selection or the focus is in. */
  draw(): void {
    const { top } = this.#host.getBoundingClientRect()
    const first = this.#blockAt(-top - AHEAD_PX)
    const last = this.#blockAt(window.innerHeight - top + AHEAD_PX)
    const wanted = this.#blocksInUse()
    for (let block = first; block <= last; block++) wanted.add(block)
    this.#set(wanted)
  }

  /** Draws the first rows only, for paper. */
  drawFirst(rowCount: number): void {
    const blocks = Math.min(this.#heights.length, Math.ceil(rowCount / BLOCK_ROWS))
    this.#set(new Set(Array.from({ length: blocks }, (_, i) => i)))
  }

  /** Draws these rows too, and keeps what is drawn. */
  drawAlso(rows: readonly number[]): void {
    this.#set(new Set([...this.#drawn.keys(), ...rows.map((row) => Math.floor(row / BLOCK_ROWS))]))
  }

  showLine(line: number): void {
    this.show(rowOfLine(this.#rows, line))
  }

  /** After the width or the wrapping has changed: the first visible row stays where it is. */
  reflow(): void {
    const first = [...this.drawnRows()].find(([, element]) => element.getBoundingClientRect().top >= HEADER_PX)
    const before = first?.[1].getBoundingClientRect().top ?? 0
    this.#forgetHeights()
    this.#measure()
    this.draw()
    if (first) window.scrollBy({ top: this.topOf(first[0]) - before, behavior: 'instant' })
    for (const run of this.#listeners) run()
  }

  #forgetHeights(): void {
    for (let block = 0; block < this.#heights.length; block++) this.#heights[block] = this.#rowsOf(block) * ROW_PX
    this.#computeTops()
  }

  /** Measures the drawn blocks. Keeps the first visible block where it is when blocks above it are not as high as assumed. */
  #measure(): void {
    const visible = this.#blockAt(HEADER_PX - this.#host.getBoundingClientRect().top)
    const before = this.#tops[visible] ?? 0
    let isChanged = false
    for (const [block, element] of this.#drawn) {
      const { height } = element.getBoundingClientRect()
      if (height === 0 || Math.abs(height - (this.#heights[block] ?? 0)) < 1) continue
      this.#heights[block] = height
      isChanged = true
    }
    if (!isChanged) return
    this.#computeTops()
    const shift = (this.#tops[visible] ?? 0) - before
    if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
  }

  #set(wanted: ReadonlySet<number>): void {
    let isChanged = false
    for (const [block, element] of this.#drawn) {
      if (wanted.has(block)) continue
      element.remove()
      this.#drawn.delete(block)
      isChanged = true
    }
    for (const block of [...wanted].toSorted((a, b) => a - b)) {
      if (this.#drawn.has(block)) continue
      this.#insert(block)
      isChanged = true
    }
    if (!isChanged) return
    this.#measure()
    for (const run of this.#listeners) run()
  }

  #insert(block: number): void {
    const element = document.createElement('div')
    element.className = 'code-lines'
    element.dataset['block'] = String(block)
    const from = block * BLOCK_ROWS
    for (let i = 0; i < this.#rowsOf(block); i++) element.append(this.#drawRow(from + i))
    element.style.setProperty('--block-top', `${this.#tops[block] ?? 0}px`)
    const after = [...this.#drawn.keys()].filter((each) => each > block)
    const next = after.length > 0 ? this.#drawn.get(Math.min(...after)) : undefined
    this.#host.insertBefore(element, next ?? null)
    this.#drawn.set(block, element)
  }

  #blocksInUse(): Set<number> {
    const selection = window.getSelection()
    const ends = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []
    const blocks = [...ends, document.activeElement].flatMap((node) => {
      const element = node instanceof Element ? node : node?.parentElement
      const row = element ? this.rowOf(element) : null
      return row === null ? [] : [Math.floor(row / BLOCK_ROWS)]
    })
    return new Set(blocks)
  }

  #rowsOf(block: number): number {
    return Math.min(BLOCK_ROWS, this.#rows.rowCount - block * BLOCK_ROWS)
  }

  #blockAt(offset: number): number {
    const block = lastAtMost(this.#tops.subarray(0, this.#heights.length), offset)
    return Math.min(Math.max(block, 0), this.#heights.length - 1)
  }

  #computeTops(): void {
    let top = 0
    for (const [block, height] of this.#heights.entries()) {
      this.#tops[block] = top
      top += height
    }
    this.#tops[this.#heights.length] = top
    this.#host.style.setProperty('--rows-height', `${top}px`)
    for (const [block, element] of this.#drawn) element.style.setProperty('--block-top', `${this.#tops[block] ?? 0}px`)
  }
}
