import { type Signal } from '@preact/signals'
import { boxBetween, type Point, type Rect, touches } from '../../canvas/geometry.ts'
import { toggleChosen } from './actions.ts'
import { addNote, type BoardDesk } from './board-desk.ts'
import { follow, type Grip, moveGrip, resizeGrip } from './drag.ts'
import { boardPoint, type View } from './view.ts'

export type Stage = {
  desk: BoardDesk
  view: View
  /** The selection rectangle. */ frame: Signal<Rect | null>
}

const STILL_PX = 4

/** Decides whether a press moves a card, resizes it, draws a selection rectangle, or is ignored. */
export function onPointerDown(stage: Stage, event: PointerEvent): void {
  const { target } = event
  if (event.button !== 0 || !event.isPrimary || !(target instanceof Element)) return
  const card = target.closest<HTMLElement>('.canvas-card')
  const key = card?.dataset['key']
  if (key === undefined) {
    // A touch on the empty board scrolls it.
    if (event.pointerType === 'mouse') pressBoard(stage, event)
    return
  }
  if (target.closest('.canvas-resize')) {
    event.preventDefault()
    hold(stage, event, () => resizeGrip(stage.desk, key, boardPoint(stage.view, event)))
  } else if (mayDrag(stage.desk, key, target, event.pointerType)) pressCard(stage, event, key)
}

/** Presses on controls and on text being edited are not drags. Touch drags only by the header of a card. */
function mayDrag({ editing }: BoardDesk, key: string, target: Element, pointerType: string): boolean {
  if (target.closest('a, button, input, textarea, label, select, summary, [popover]')) return false
  const isHead = target.closest('.note-head') !== null
  return isHead || (pointerType === 'mouse' && editing.value !== key)
}

function pressCard(stage: Stage, event: PointerEvent, key: string): void {
  const { desk, view } = stage
  if (event.shiftKey) {
    event.preventDefault()
    toggleChosen(desk, key)
    swallowClick()
    return
  }
  const from = boardPoint(view, event)
  hold(stage, event, () => {
    if (!desk.chosen.value.has(key)) desk.chosen.value = new Set()
    const keys = desk.chosen.value.has(key) ? [...desk.chosen.value] : [key]
    return moveGrip(desk, key, keys, from)
  })
}

/** A press becomes a drag when the pointer moves; otherwise it stays a click. */
function hold({ view }: Stage, event: PointerEvent, begin: () => Grip): void {
  const stop = new AbortController()
  const { signal } = stop
  const isIt = (each: PointerEvent) => each.pointerId === event.pointerId
  document.addEventListener(
    'pointermove',
    (each) => {
      const far = Math.hypot(each.clientX - event.clientX, each.clientY - event.clientY) > STILL_PX
      if (!isIt(each) || !far) return
      stop.abort()
      window.getSelection()?.removeAllRanges()
      follow(view, each, begin(), swallowClick)
    },
    { signal },
  )
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, (each) => isIt(each) && stop.abort(), { signal })
  }
}

/** Swallows the click after a drag, which must not start editing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  document.addEventListener('click', swallow, { capture: true, once: true })
  // If no click follows, the next one must not be swallowed.
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 50)
}

/** Selects the cards that the rectangle touches; Shift adds to the selection. A click on the board clears it. */
function pressBoard(stage: Stage, event: PointerEvent): void {
  const { desk, view } = stage
  const from = boardPoint(view, event)
  const before = event.shiftKey ? desk.chosen.value : new Set<string>()
  if (!event.shiftKey) desk.chosen.value = before
  hold(stage, event, () => frameGrip(stage, from, before))
}

function frameGrip({ desk, frame }: Stage, from: Point, before: ReadonlySet<string>): Grip {
  const close = () => {
    frame.value = null
  }
  return {
    move: (to) => {
      const box = boxBetween(from, to)
      frame.value = box
      const inside = [...desk.rects.value].filter(([, rect]) => touches(box, rect)).map(([key]) => key)
      const next = new Set([...before, ...inside])
      const isSame = next.size === desk.chosen.value.size && inside.every((key) => desk.chosen.value.has(key))
      if (!isSame) desk.chosen.value = next
    },
    drop: close,
    cancel: () => {
      desk.chosen.value = before
      close()
    },
  }
}

/** A double click on the empty board creates a note there. */
export function onDoubleClick({ desk, view }: Stage, event: MouseEvent): void {
  if (event.target instanceof Element && !event.target.closest('.canvas-card')) addNote(desk, boardPoint(view, event))
}
