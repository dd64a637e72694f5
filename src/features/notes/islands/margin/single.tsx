import type { TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { direction } from '#base/messages.ts'
import { isMenuOpen } from '#browser/keyboard.ts'
import { Icon } from '#ui/icons.tsx'
import { goToNeighbour } from './go.ts'
import { type MarginDesk, type Placed, spotOfKey } from './margin-desk.ts'
import { PlacedCard } from './placed-card.tsx'

const SWIPE_PX = 60

/** Narrow screens show only the selected note, below its line or in a sheet at the bottom of the window. */
export function Single({ desk }: { desk: MarginDesk }) {
  const placed = spotOfKey(desk, desk.selected.value)
  if (!placed || desk.width.value === 'wide' || desk.free.value.includes(placed)) return null
  return desk.width.value === 'phone' ? <Sheet desk={desk} placed={placed} /> : <Popover desk={desk} placed={placed} />
}

function Popover({ desk, placed }: { desk: MarginDesk; placed: Placed }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it
    <div
      class="float notes-popover"
      style={{ insetBlockStart: `${placed.want + LINE_PX}px` }}
      onKeyDown={(event) => closeOnEscape(desk, event)}
    >
      <Walk desk={desk} placed={placed} />
      <PlacedCard key={placed.noted.key} desk={desk} placed={placed} />
    </div>
  )
}

const LINE_PX = 28

function Sheet({ desk, placed }: { desk: MarginDesk; placed: Placed }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const onPointerUp = (event: TargetedPointerEvent<HTMLElement>) => {
    const from = start.current
    start.current = null
    if (!from || desk.editing.value !== null) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return
    // Swiping in reading direction goes to the next note.
    const isOnwards = direction(desk.locale) === 'rtl' ? dx > 0 : dx < 0
    goToNeighbour(desk, isOnwards ? 1 : -1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a swipe is the finger's form of its two arrows
    <section
      class="notes-sheet grid"
      aria-label={desk.t.notes}
      onKeyDown={(event) => closeOnEscape(desk, event)}
      onPointerDown={(event) => (start.current = { x: event.clientX, y: event.clientY })}
      onPointerUp={onPointerUp}
    >
      <Walk desk={desk} placed={placed} />
      <PlacedCard key={placed.noted.key} desk={desk} placed={placed} />
    </section>
  )
}

function closeOnEscape({ selected, editing }: MarginDesk, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || editing.value !== null || isMenuOpen()) return
  event.stopPropagation()
  selected.value = null
}

function Walk({ desk, placed }: { desk: MarginDesk; placed: Placed }) {
  const { words, selected } = desk
  const all = desk.placed.value
  const n = all.indexOf(placed) + 1
  return (
    <div class="notes-walk row meta">
      <Tool name="back" label={words.previous} run={() => goToNeighbour(desk, -1)} />
      <span>{words.ordinal(n, all.length)}</span>
      <Tool name="forward" label={words.next} run={() => goToNeighbour(desk, 1)} />
      <span class="grow" />
      <Tool name="close" label={words.close} run={() => (selected.value = null)} />
    </div>
  )
}

function Tool({ name, label, run }: { name: 'back' | 'forward' | 'close'; label: string; run: () => void }) {
  return (
    <button class="icon-button" type="button" aria-label={label} title={label} onClick={run}>
      <Icon name={name} />
    </button>
  )
}
