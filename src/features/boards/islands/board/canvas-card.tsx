import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { direction } from '#base/messages.ts'
import { type Rect, touches } from '../../canvas/geometry.ts'
import { statusOf } from '#features/notes/browser/saving/entry.ts'
import { nameOf } from '#features/notes/note-name.ts'
import { fieldsOf, type Noted } from '#features/notes/islands/parts/noted.ts'
import { type BoardDesk, HEAD_HEIGHT, rectOf } from './board-desk.ts'
import { LiveNote } from './board-note.tsx'
import { translateTo } from './drag.ts'
import type { View } from './view.ts'

type Props = { desk: BoardDesk; view: View; noted: Noted }

/** A positioned note. The board is left-to-right in both languages; its cards are not. */
export function CanvasCard({ desk, view, noted }: Props) {
  const { key } = noted
  const element = useRef<HTMLDivElement>(null)
  const isChosen = useComputed(() => desk.chosen.value.has(key))
  const isHeld = useComputed(() => desk.held.value.has(key))
  const rank = useComputed(() => desk.ranks.value.get(key) ?? 0)
  const isDrawn = useDrawn(desk, view, noted)
  const { position, size, isMinimized } = fieldsOf(noted)
  return (
    <div
      ref={element}
      class="canvas-card"
      data-key={key}
      data-chosen={isChosen.value ? '' : undefined}
      data-held={isHeld.value ? '' : undefined}
      data-state={statusOf(noted.entry.value)}
      style={{
        '--rank': `${rank.value}`,
        transform: translateTo(position),
        width: `${size.width}px`,
        height: isMinimized ? `${HEAD_HEIGHT}px` : `${size.height}px`,
      }}
    >
      <div class="canvas-inner" dir={direction(desk.locale)}>
        {isDrawn.value ? <Drawn desk={desk} noted={noted} /> : <Paper desk={desk} noted={noted} />}
      </div>
      {!isMinimized && <div class="canvas-resize" title={desk.t.resize} />}
    </div>
  )
}

/** Below this zoom, text is not readable. */
const READABLE = 0.4

/**
 * Whether the full card is rendered: at once when it is selected, and soon after it came near the view at a readable zoom. Each card is
 * then drawn in a task of its own: in one task, a board of cards would block a slow phone.
 */
function useDrawn(desk: BoardDesk, view: View, noted: Noted): ReadonlySignal<boolean> {
  const wasDrawn = useRef(false)
  const isDue = useSignal(false)
  useSignalEffect(() => {
    if (wasDrawn.current || view.zoom.value < READABLE || !touches(rectOf(noted), around(view.seen.value))) return
    const turn = setTimeout(() => (isDue.value = true))
    return () => clearTimeout(turn)
  })
  return useComputed(() => {
    if (wasDrawn.current) return true
    const isInHand = desk.selected.value === noted.key || desk.editing.value === noted.key
    wasDrawn.current = isInHand || isDue.value
    return wasDrawn.current
  })
}

const AHEAD = 160

function around({ x, y, width, height }: Rect): Rect {
  return { x: x - AHEAD, y: y - AHEAD, width: width + 2 * AHEAD, height: height + 2 * AHEAD }
}

/** Restores the focus when the placeholder that had it is replaced by the card. */
function Drawn({ desk, noted }: Omit<Props, 'view'>) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const hasLostFocus = desk.selected.peek() === noted.key && document.activeElement === document.body
    if (hasLostFocus) box.current?.querySelector<HTMLElement>('.note')?.focus({ preventScroll: true })
  }, [])
  return (
    <div class="canvas-drawn" ref={box}>
      <LiveNote desk={desk} noted={noted} />
    </div>
  )
}

/** The placeholder of a card out of view: colour, name and a tab stop. */
function Paper({ desk, noted }: Omit<Props, 'view'>) {
  const { color, title, content } = fieldsOf(noted)
  const name = nameOf(title, content) || desk.t.emptyNote
  return (
    <article
      class="note stack small breaks anchor"
      data-note={noted.key}
      data-color={color}
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- notes are walked through with the Tab key
      tabIndex={0}
      onFocusIn={() => (desk.selected.value = noted.key)}
    >
      <p class="note-body" dir="auto">
        {name}
      </p>
    </article>
  )
}
