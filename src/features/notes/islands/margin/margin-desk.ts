import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import type { Mark } from '../../browser/margin/buckets.ts'
import { type LinesSpot, type Spot, spotOf } from '../../browser/margin/spot.ts'
import { marginMessages, type MarginWords } from '../../messages/notes.ts'
import type { Mode } from '../../note.ts'
import { type Desk, openDesk } from '../parts/desk.ts'
import type { Notebook } from '../parts/notebook.ts'
import type { Edit } from '../../browser/saving/fields.ts'
import type { NoteLocation } from '../../browser/saving/listed-note.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import { openNotebook } from '../parts/open-notebook.ts'
import type { Surface } from './surface.ts'
import type { UnsavedPlaces } from './unsaved-places.ts'

export type View = { from: number; to: number }
export type Width = 'wide' | 'medium' | 'phone'
export type Placed = { noted: Noted; spot: Spot; mode: Mode; want: number }
export type MovedNote = { noted: Noted; spot: LinesSpot }

/** The notes of one file beside its text. */
export type MarginDesk = Desk & {
  words: MarginWords
  fileId: string
  surface: Surface
  /** Null beside a text that is not edited here. */
  unsaved: UnsavedPlaces | null
  /** Where the note is in the text of this page. */
  locationOf: (noted: Noted) => NoteLocation
  /** Returns what is stored of it. `replaced`: it undoes this, and is dropped when another page attached the note since. */
  attach: (key: string, spot: Spot, replaced?: Edit) => Edit
  width: Signal<Width>
  /** All notes with their spots, from top to bottom; notes on the whole file first, lost ones last. */
  placed: ReadonlySignal<Placed[]>
  /** The notes beside the text. */
  beside: ReadonlySignal<Placed[]>
  free: ReadonlySignal<Placed[]>
  lost: ReadonlySignal<Placed[]>
  /** Notes whose code was moved past other lines. */
  moved: ReadonlySignal<MovedNote[]>
  /** Moved notes explain themselves only while the user reviews them. */
  isReviewing: Signal<boolean>
  marks: ReadonlySignal<Mark[]>
  /** The card that is level with its line: the selected one, after the pointer was released. */
  level: Signal<string | null>
  tab: Signal<'placed' | 'lost'>
  /** The lost note for which the user is selecting new lines. */
  reattaching: Signal<string | null>
  /** The note whose earlier places are listed. */
  showingPlaces: Signal<string | null>
  /** The visible part of the text, measured like the spots. */
  view: Signal<View>
  /** Incremented when spots may have moved. */
  geometry: Signal<number>
}

export function openMargin(locale: Locale, fileId: string, surface: Surface): MarginDesk {
  const book = openNotebook({ of: 'file', id: fileId })
  const geometry = signal(0)
  const width = signal(widthNow())
  // Measure only when the layout may have changed, not on every keystroke.
  const topOf = computed(() => (geometry.value >= 0 ? surface.measure() : () => 0))
  const { unsaved, locationOf, attach } = placesOf(book, surface)
  const placed = computed(() => placeAll(book, surface, locationOf, topOf.value))
  const isFree = ({ spot, mode }: Placed) => mode !== 'anchored' && spot.kind !== 'lost' && width.value !== 'phone'
  const lost = computed(() => placed.value.filter(({ spot }) => spot.kind === 'lost'))
  const beside = computed(() => placed.value.filter((each) => each.spot.kind !== 'lost' && !isFree(each)))
  const desk = openDesk(book, locale)
  return {
    ...desk,
    setMode: (key, mode) => setMode(desk, surface, key, mode),
    words: marginMessages(locale),
    fileId,
    surface,
    unsaved,
    locationOf,
    attach,
    width,
    placed,
    beside,
    free: computed(() => placed.value.filter(isFree)),
    lost,
    moved: computed(() => placed.value.flatMap((each) => movedOf(each, locationOf))),
    isReviewing: signal(false),
    marks: computed(() => beside.value.flatMap(markOf)),
    level: signal(null),
    tab: signal('placed'),
    reattaching: signal(null),
    showingPlaces: signal(null),
    view: signal({ from: 0, to: 0 }),
    geometry,
  }
}

function placesOf(book: Notebook, surface: Surface): Pick<MarginDesk, 'unsaved' | 'locationOf' | 'attach'> {
  const unsaved = surface.unsaved?.(book) ?? null
  return {
    unsaved,
    locationOf: (noted) => (unsaved ? unsaved.locationOf(noted) : noted.location.value),
    attach: (key, spot, replaced) => {
      const anchor = surface.anchorOf(spot)
      book.change(key, anchor, replaced)
      unsaved?.attached(key, spot)
      return anchor
    },
  }
}

/** Above it there is room for the column, beneath it for one sheet. */
export const WIDE = '(width >= 1100px)'
export const PHONE = '(width < 640px)'

export function widthNow(): Width {
  if (window.matchMedia(WIDE).matches) return 'wide'
  return window.matchMedia(PHONE).matches ? 'phone' : 'medium'
}

function movedOf({ noted, spot }: Placed, locationOf: MarginDesk['locationOf']): MovedNote[] {
  return locationOf(noted)?.state === 'moved' && spot.kind === 'lines' ? [{ noted, spot }] : []
}

function markOf({ noted, spot, want }: Placed): Mark[] {
  return spot.kind === 'file' ? [] : [{ key: noted.key, at: want }]
}

const ORDER = { file: 0, lines: 1, heading: 1, lost: 2 }

function placeAll(
  book: Notebook,
  surface: Surface,
  locationOf: MarginDesk['locationOf'],
  topOf: (spot: Spot) => number,
): Placed[] {
  const all = book.notes.value.map((noted): Placed => {
    const fields = fieldsOf(noted)
    const spot = spotOf(fields, locationOf(noted), surface.page)
    return { noted, spot, mode: fields.mode, want: topOf(spot) }
  })
  return all.toSorted((a, b) => ORDER[a.spot.kind] - ORDER[b.spot.kind] || a.want - b.want)
}

/** A note that becomes free lies where it is seen now, not where it lay long ago. */
function setMode({ book }: Desk, { root }: Surface, key: string, mode: Mode): void {
  const card = document.querySelector(`[data-note="${key}"]`)?.getBoundingClientRect()
  const from = mode === 'surface' ? root.getBoundingClientRect() : { left: 0, top: 0 }
  if (mode === 'anchored' || !card) return book.change(key, { mode })
  const position = {
    x: Math.max(0, Math.round(card.left - from.left)),
    y: Math.max(0, Math.round(card.top - from.top)),
  }
  book.change(key, { mode, position })
}

export function spotOfKey({ placed }: MarginDesk, key: string | null): Placed | undefined {
  return placed.value.find(({ noted }) => noted.key === key)
}
