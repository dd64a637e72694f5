import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Card, stackCards } from '../../browser/margin/stack.ts'
import { shown } from '../../browser/saving/entry.ts'
import type { MarginDesk, Placed } from './margin-desk.ts'

export type Laid = { placed: Placed; top: number }

/** Positions of the cards in the column, and which of them to render. */
export type ColumnLayout = {
  laid: ReadonlySignal<Laid[]>
  height: ReadonlySignal<number>
  inView: ReadonlySignal<Laid[]>
  measure: (key: string) => (element: HTMLElement | null) => void
}

/** Offset of the text from the upper edge, and the height of the tabs. */
const TOP_PX = 12
const UNDER_TABS_PX = 68

/** Cards within this distance of the view are rendered. */
const AHEAD_PX = 600

export function columnLayout(desk: MarginDesk): ColumnLayout {
  const heights = new Map<string, number>()
  const changes = signal(0)
  const elements = new Map<Element, string>()
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const key = elements.get(target)
      if (key !== undefined) heights.set(key, borderBoxSize[0]?.blockSize ?? 0)
    }
    changes.value += 1
  })
  const head = computed(() => (desk.lost.value.length > 0 ? UNDER_TABS_PX : TOP_PX))
  const cardOf = (placed: Placed): Card => ({
    // Notes on the whole file are at the head of the column.
    want: placed.spot.kind === 'file' ? head.value : placed.want,
    height: heights.get(placed.noted.key) ?? guessHeight(placed),
  })
  const stacked = computed(() => {
    const list = changes.value >= 0 ? desk.beside.value : []
    const chosen = list.findIndex(({ noted }) => noted.key === desk.level.value)
    const cards = list.map(cardOf)
    return { list, cards, tops: stackCards(cards, chosen === -1 ? null : chosen, head.value) }
  })
  const laid = computed(() => stacked.value.list.map((placed, i) => ({ placed, top: stacked.value.tops[i] ?? 0 })))
  return {
    laid,
    height: computed(() => (stacked.value.tops.at(-1) ?? 0) + (stacked.value.cards.at(-1)?.height ?? 0)),
    inView: computed(() => {
      const { from, to } = desk.view.value
      // Cards pushed above the head of the column would overlap the content above it.
      const isNear = (top: number, i: number) =>
        top >= head.value && top < to + AHEAD_PX && top + (stacked.value.cards[i]?.height ?? 0) > from - AHEAD_PX
      const isHeld = (key: string) => key === desk.selected.value || key === desk.editing.value
      return laid.value.filter(({ placed, top }, i) => isNear(top, i) || isHeld(placed.noted.key))
    }),
    measure: refs(elements, observer),
  }
}

/** A stable ref callback for each card: a new one would be called on every render. */
function refs(elements: Map<Element, string>, observer: ResizeObserver): ColumnLayout['measure'] {
  const known = new Map<string, (element: HTMLElement | null) => void>()
  return (key) => {
    const made = known.get(key)
    if (made) return made
    let last: HTMLElement | null = null
    const ref = (element: HTMLElement | null) => {
      if (last) {
        observer.unobserve(last)
        elements.delete(last)
      }
      last = element
      if (!element) return
      elements.set(element, key)
      observer.observe(element)
    }
    known.set(key, ref)
    return ref
  }
}

/** Estimate used until the card is rendered and measured. */
function guessHeight({ noted }: Placed): number {
  const { isMinimized, content } = shown(noted.entry.value)
  if (isMinimized) return 40
  const lines = content.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 42), 0)
  return 84 + Math.min(lines, 20) * 21
}
