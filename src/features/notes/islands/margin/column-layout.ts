import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Mark } from '../../browser/margin/buckets.ts'
import { type Card, type Stacked, stackCards } from '../../browser/margin/stack.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import type { MarginDesk, Placed } from './margin-desk.ts'

export type Laid = Stacked & { placed: Placed }

/** Positions of the cards in the column, and which of them to render. */
export type ColumnLayout = {
  /** The offset of every card, also of those that are not rendered. */
  tops: ReadonlySignal<Mark[]>
  /** The upper edge of the column: cards above it are hidden. */
  head: ReadonlySignal<number>
  height: ReadonlySignal<number>
  inView: ReadonlySignal<Laid[]>
  measure: (key: string) => (element: HTMLElement | null) => void
}

const TABS_PX = 56

/** The upper edge of the column: the offset of the text, and with lost notes the height of the tabs. */
export const headOf = (textTop: number, hasLost: boolean): number => textTop + (hasLost ? TABS_PX : 0)

/** Cards within this distance of the view are rendered. */
const AHEAD_PX = 600

export function columnLayout(desk: MarginDesk): ColumnLayout {
  const { heights, short, changes, measure } = measuredHeights()
  const textTop = computed(() => (desk.geometry.value >= 0 ? desk.surface.textTop() : 0))
  const head = computed(() => headOf(textTop.value, desk.lost.value.length > 0))
  const cardOf = (placed: Placed): Card => ({
    // Notes on the whole file are at the head of the column.
    want: placed.spot.kind === 'file' ? head.value : placed.want,
    height: heights.get(placed.noted.key) ?? guessHeight(placed.noted),
    isOnFile: placed.spot.kind === 'file',
  })
  const laid = computed((): Laid[] => {
    const list = changes.value >= 0 ? desk.beside.value : []
    const chosen = list.findIndex(({ noted }) => noted.key === desk.level.value)
    const stacked = stackCards(list.map(cardOf), chosen === -1 ? null : chosen, head.value)
    short.clear()
    return list.flatMap((placed, i) => {
      const card = stacked[i]
      if (card?.isShort) short.add(placed.noted.key)
      return card ? [{ ...card, placed }] : []
    })
  })
  const isHeld = (key: string) => key === desk.selected.value || key === desk.editing.value
  return {
    tops: computed(() => laid.value.map(({ placed, top }) => ({ key: placed.noted.key, at: top }))),
    head,
    height: computed(() => {
      const last = laid.value.at(-1)
      return last ? last.top + last.height : 0
    }),
    inView: computed(() => {
      const { from, to } = desk.view.value
      // Cards pushed above the head of the column would overlap the content above it.
      const isNear = ({ top, height }: Laid) =>
        top >= head.value && top < to + AHEAD_PX && top + height > from - AHEAD_PX
      return laid.value.filter((card) => isNear(card) || isHeld(card.placed.noted.key))
    }),
    measure,
  }
}

/** The heights of the rendered cards. The layout says which are `short`: their height says nothing about the open card. */
function measuredHeights() {
  const heights = new Map<string, number>()
  const short = new Set<string>()
  const changes = signal(0)
  const elements = new Map<Element, string>()
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const key = elements.get(target)
      if (key !== undefined && !short.has(key)) heights.set(key, borderBoxSize[0]?.blockSize ?? 0)
    }
    changes.value += 1
  })
  return { heights, short, changes, measure: refs(elements, observer) }
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
export function guessHeight(noted: Noted): number {
  const { isMinimized, content } = fieldsOf(noted)
  if (isMinimized) return 40
  const lines = content.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 42), 0)
  return 84 + Math.min(lines, 20) * 21
}
