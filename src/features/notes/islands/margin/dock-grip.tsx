import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact'
import { toast } from '#browser/toast.ts'
import { Icon } from '#ui/icons.tsx'
import type { Spot } from '../../browser/margin/spot.ts'
import { startDrag } from '../parts/drag.ts'
import { type MarginDesk, type Placed, spotOfKey } from './margin-desk.ts'

/** Moves the note to other lines: dragged, or with the arrow keys. */
export function DockGrip({ desk, placed }: { desk: MarginDesk; placed: Placed }) {
  const { words } = desk
  return (
    <button
      class="note-grip plain-button"
      type="button"
      aria-label={words.dragToLines}
      title={words.dragToLines}
      onPointerDown={(event) => drag(desk, placed, event)}
      onKeyDown={(event) => step(desk, placed, event)}
    >
      <Icon name="grip" />
    </button>
  )
}

function drag(desk: MarginDesk, placed: Placed, event: TargetedPointerEvent<HTMLElement>): void {
  const { surface } = desk
  const slot = event.currentTarget.closest<HTMLElement>('.notes-slot')
  if (!slot) return
  const before = slot.style.translate
  // Read from the card itself, because the page may be scrolled during the drag.
  const target = () => {
    const offset = slot.getBoundingClientRect().top - surface.root.getBoundingClientRect().top
    return surface.spotAt(offset, placed.spot)
  }
  slot.classList.add('notes-slot-dragged')
  startDrag(event, {
    drawn: ({ dy }) => {
      slot.style.translate = `0 calc(${before.split(' ')[1] ?? '0px'} + ${dy}px)`
      surface.highlight(target())
    },
    dropped: () => {
      const spot = target()
      slot.style.translate = before
      if (spot) moveTo(desk, placed, spot)
    },
    ended: () => {
      slot.classList.remove('notes-slot-dragged')
      surface.highlight(spotOfKey(desk, placed.noted.key)?.spot ?? null)
    },
  })
}

function step(desk: MarginDesk, placed: Placed, event: TargetedKeyboardEvent<HTMLElement>): void {
  const by = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : null
  if (by === null || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const spot = desk.surface.spotNext(placed.spot, by)
  if (spot) moveTo(desk, placed, spot)
}

function moveTo(desk: MarginDesk, { noted, spot: old }: Placed, spot: Spot): void {
  const { surface, words, t } = desk
  const label = surface.labelOf(spot) ?? ''
  if (label === surface.labelOf(old)) return
  const anchor = desk.attach(noted.key, spot)
  // To the lines where it was displayed: the stored ones may be those of an earlier version.
  const undo = () => desk.attach(noted.key, old, anchor)
  toast({ text: words.movedToLines(label), action: { label: t.undo, run: undo, isUndo: true } })
}
