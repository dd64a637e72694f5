import type { Page, Spot } from '../../margin/spot.ts'
import type { Edit } from '../../saving/fields.ts'

/** What somebody chose to write a note on. */
export type Chosen = { anchor: Edit; label: string }

/** A text that notes stand beside: the lines of a file, or its headings when it is rendered. */
export type Surface = {
  page: Page
  /** Everything is measured from its upper edge, and free notes lie on it. */
  root: HTMLElement
  /** Takes the measure once; the answer then knows where each spot begins. */
  measure: () => (spot: Spot) => number
  /** What is drawn at the spot, for its mark. */
  elementOf: (spot: Spot) => HTMLElement | null
  markIn: (element: HTMLElement, mark: HTMLElement) => void
  /** What a new note would stand on; null: the file as a whole. */
  chosen: () => Chosen | null
  labelOf: (spot: Spot) => string | null
  hrefOf: (spot: Spot) => string | null
  textOf: (spot: Spot) => string
  anchorOf: (spot: Spot) => Edit
  highlight: (spot: Spot | null) => void
  /** Tells when spots may have moved. */
  watch: (moved: () => void) => () => void
}

/** Into the upper third of the window, where no sheet covers it. */
export function showAt(surface: Surface, spot: Spot): void {
  const top = surface.root.getBoundingClientRect().top + surface.measure()(spot)
  const isInView = top > HEADER_PX && top < window.innerHeight * 0.6
  if (!isInView) window.scrollBy({ top: top - window.innerHeight / 3 })
}

/** The bars at the top of every page. */
export const HEADER_PX = 110
