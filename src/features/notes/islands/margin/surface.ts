import { HEADER_PX } from '#browser/header-height.ts'
import type { Page, Spot } from '../../browser/margin/spot.ts'
import type { Edit } from '../../browser/saving/fields.ts'
import type { Notebook } from '../parts/notebook.ts'
import type { UnsavedPlaces } from './unsaved-places.ts'

/** The target of a new note. */
export type Chosen = { spot: Spot; label: string }

/** The text beside the notes: the lines of a file, read or edited, or the headings of a rendered one. */
export type Surface = {
  page: Page
  /** All offsets are measured from its upper edge, and free notes are positioned in it. */
  root: HTMLElement
  /** The offset of the text, where the column begins. */
  textTop: () => number
  /** Measures the layout once and returns a function that gives the offset of each spot. */
  measure: () => (spot: Spot) => number
  /** The spot at an offset, as long as the given one; null when there is none. */
  spotAt: (offset: number, like: Spot) => Spot | null
  /** The spot one line or heading further down or up. */
  spotNext: (spot: Spot, step: 1 | -1) => Spot | null
  /** The element that gets the mark of a spot. */
  elementOf: (spot: Spot) => HTMLElement | null
  markIn: (element: HTMLElement, mark: HTMLElement) => void
  /** The target of a new note; null for the whole file. */
  chosen: () => Chosen | null
  labelOf: (spot: Spot) => string | null
  hrefOf: (spot: Spot) => string | null
  textOf: (spot: Spot) => string
  /** What is stored of a note that is attached there. */
  anchorOf: (spot: Spot) => Edit
  highlight: (spot: Spot | null) => void
  /** Calls back when spots may have moved. */
  watch: (moved: () => void) => () => void
  /** Of a text that is being edited: the caret is there again. */
  focus?: () => void
  /** Of a text that is being edited: follows the notes until the server does. */
  unsaved?: (book: Notebook) => UnsavedPlaces
}

/** The padding above a text that is read. */
export const READ_TEXT_TOP_PX = 12

/** Scrolls an element into the upper third of the window, unless it is in view. A sheet covers the lower half. */
export function showAt(surface: Surface, spot: Spot, hasSheet: boolean): void {
  const top = surface.root.getBoundingClientRect().top + surface.measure()(spot)
  const isInView = top > HEADER_PX && top < window.innerHeight * (hasSheet ? 0.38 : 0.6)
  if (!isInView) window.scrollBy({ top: top - window.innerHeight / 3 })
}
