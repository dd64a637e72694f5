import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact'
import { announce } from '#browser/announce.ts'
import { Icon } from '#ui/icons.tsx'
import { arrowDelta, type Delta, movedBy, sizedBy } from '../../browser/margin/free-position.ts'
import type { Mode } from '../../note.ts'
import { startDrag } from '../parts/drag.ts'
import { NoteCard } from '../parts/note-card.tsx'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import { AnchorNotice } from './anchor-notice.tsx'
import type { MarginDesk, Placed } from './margin-desk.ts'
import { LocationLabel } from './location-label.tsx'

/** Free notes: positioned on the page, or fixed to the window. */
export function FreeNotes({ desk, mode }: { desk: MarginDesk; mode: Exclude<Mode, 'anchored'> }) {
  return (
    <>
      {desk.free.value
        .filter((placed) => placed.mode === mode)
        .map((placed) => (
          <FreeNote key={placed.noted.key} desk={desk} placed={placed} />
        ))}
    </>
  )
}

/** Coordinates are physical in both languages, and the stored position changes only by a drag. */
function FreeNote({ desk, placed: { noted, spot } }: { desk: MarginDesk; placed: Placed }) {
  const { t } = desk
  const { position, size, isMinimized } = fieldsOf(noted)
  const { onDrag, onResize, onArrow } = handlers(desk, noted)
  const grip = (
    <button
      class="note-grip plain-button"
      type="button"
      aria-label={t.moveHandle}
      title={t.moveHandle}
      onPointerDown={onDrag}
      onKeyDown={onArrow}
    >
      <Icon name="grip" />
    </button>
  )
  // Keep a note reachable that a wider screen positioned beyond the edge of this window.
  const left = `min(${position.x}px, calc(100% - 80px))`
  const height = isMinimized ? 'auto' : `${size.height}px`
  return (
    <div class="note-free grid" style={{ left, top: `${position.y}px`, width: `${size.width}px`, height }}>
      <NoteCard
        desk={desk}
        noted={noted}
        location={
          <>
            {grip}
            <LocationLabel desk={desk} noted={noted} spot={spot} />
          </>
        }
        notice={<AnchorNotice desk={desk} noted={noted} spot={spot} />}
      />
      {!isMinimized && <div class="note-corner" title={t.resize} onPointerDown={onResize} />}
    </div>
  )
}

/** Moves by pointer and by keys. A drag moves only the element; the note changes once, at the end. */
function handlers({ book, t }: MarginDesk, noted: Noted) {
  const { key } = noted
  const { position, size } = fieldsOf(noted)
  const moveBy = (delta: Delta) => {
    const next = movedBy(position, delta)
    book.change(key, { position: next })
    announce(t.movedTo(next.x, next.y))
  }
  const sizeBy = (delta: Delta) => {
    const next = sizedBy(size, delta)
    book.change(key, { size: next })
    announce(t.sizedTo(next.width, next.height))
  }
  return {
    onDrag: (event: TargetedPointerEvent<HTMLElement>) => {
      const box = boxOf(event)
      const drawn = ({ dx, dy }: Delta) => box?.style.setProperty('translate', `${dx}px ${dy}px`)
      const dropped = (delta: Delta) => {
        box?.style.removeProperty('translate')
        moveBy(delta)
      }
      startDrag(event, { drawn, dropped })
    },
    onResize: (event: TargetedPointerEvent<HTMLElement>) => {
      const box = boxOf(event)
      const drawn = (delta: Delta) => {
        const { width, height } = sizedBy(size, delta)
        box?.style.setProperty('width', `${width}px`)
        box?.style.setProperty('height', `${height}px`)
      }
      startDrag(event, { drawn, dropped: sizeBy })
    },
    onArrow: (event: TargetedKeyboardEvent<HTMLElement>) => {
      const delta = arrowDelta(event.code)
      if (!delta || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (event.shiftKey) sizeBy(delta)
      else moveBy(delta)
    },
  }
}

function boxOf({ currentTarget }: TargetedPointerEvent<HTMLElement>): HTMLElement | null {
  return currentTarget.closest<HTMLElement>('.note-free')
}
