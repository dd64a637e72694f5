import type { Spot } from '../../browser/margin/spot.ts'
import { NO_ANCHOR } from '../../browser/saving/fields.ts'
import { HEADER_PX } from '#browser/header-height.ts'
import { READ_TEXT_TOP_PX, type Surface } from './surface.ts'

const HEADINGS = ':is(h1, h2, h3, h4, h5, h6)[id]'

/** A card dropped a little above a heading belongs to it. */
const NEAR_PX = 24

/** The headings of a rendered text; null when the page shows no rendered text. */
export function proseSurface(): Surface | null {
  const prose = document.getElementById('prose')
  const root = prose?.closest<HTMLElement>('.with-notes')
  if (!prose || !root) return null
  const elements = Array.from(prose.querySelectorAll<HTMLElement>(HEADINGS))
  const headings = elements.map((element) => ({ id: element.id, text: wordsOf(element) }))
  const find = (spot: Spot) => (spot.kind === 'heading' ? document.getElementById(spot.id) : null)
  const text = (spot: Spot) => {
    const element = find(spot)
    return element ? wordsOf(element) : ''
  }
  const anchorOf = (spot: Spot) =>
    spot.kind === 'heading' ? { lineStart: null, lineEnd: null, anchorId: spot.id, anchorText: text(spot) } : NO_ANCHOR
  return {
    page: { kind: 'prose', headings },
    root,
    textTop: () => READ_TEXT_TOP_PX,
    measure: () => (spot) => topIn(root, find(spot)),
    spotAt: (offset) => headingSpot(headingAt(elements, root.getBoundingClientRect().top + offset)),
    spotNext: (spot, step) => {
      const at = elements.findIndex(({ id }) => spot.kind === 'heading' && id === spot.id)
      return headingSpot(elements[at === -1 ? 0 : at + step])
    },
    elementOf: find,
    markIn,
    chosen: () => {
      const element = headingInView(elements)
      const spot: Spot = { kind: 'heading', id: element?.id ?? '' }
      return element ? { spot, label: wordsOf(element) } : null
    },
    labelOf: (spot) => text(spot) || null,
    hrefOf: (spot) => (spot.kind === 'heading' ? `#${encodeURIComponent(spot.id)}` : null),
    textOf: text,
    anchorOf,
    highlight: (spot) => highlight(prose, spot ? find(spot) : null),
    watch: (moved) => watch(prose, moved),
  }
}

function topIn(root: HTMLElement, heading: HTMLElement | null): number {
  const from = root.getBoundingClientRect().top
  return (heading?.getBoundingClientRect().top ?? from) - from
}

function headingSpot(element: HTMLElement | undefined): Spot | null {
  return element ? { kind: 'heading', id: element.id } : null
}

/** The last heading above a height of the window. */
function headingAt(elements: readonly HTMLElement[], y: number): HTMLElement | undefined {
  return elements.findLast((element) => element.getBoundingClientRect().top <= y + NEAR_PX) ?? elements[0]
}

/** Inserts the mark after the heading text, before the elements that appear on hover. */
function markIn(heading: HTMLElement, mark: HTMLElement): void {
  const tools = heading.querySelector(':scope > .heading-link')
  if (tools) tools.before(mark)
  else heading.append(mark)
}

function highlight(prose: HTMLElement, heading: HTMLElement | null): void {
  for (const marked of prose.querySelectorAll('.is-noted')) marked.classList.remove('is-noted')
  heading?.classList.add('is-noted')
}

function watch(prose: HTMLElement, moved: () => void): () => void {
  const observer = new ResizeObserver(moved)
  observer.observe(prose)
  return () => observer.disconnect()
}

/** The text of the heading without the links, buttons and marks inside it. */
function wordsOf(heading: HTMLElement): string {
  const copy = heading.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const ours of copy.querySelectorAll('button, .heading-link, .note-numbers')) ours.remove()
  return copy.textContent.trim()
}

/** The heading of the URL fragment while it is in view, otherwise the last one above a third of the window. */
function headingInView(elements: readonly HTMLElement[]): HTMLElement | undefined {
  const named = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  const isInView = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > HEADER_PX && top < window.innerHeight
  }
  const fromAddress = elements.find((element) => element === named && isInView(element))
  const limit = Math.max(HEADER_PX, window.innerHeight / 3)
  return fromAddress ?? elements.findLast((element) => element.getBoundingClientRect().top <= limit) ?? elements[0]
}
