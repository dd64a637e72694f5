import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { addShortcut } from '#browser/keyboard.ts'
import { readingOrder } from '../../canvas/arrange.ts'
import { boundsOf, type Rect, touches } from '../../canvas/geometry.ts'
import { zoomedBy } from '../../browser/zoom.ts'
import { tidy } from './actions.ts'
import { addNote, type BoardDesk, notedInAddress } from './board-desk.ts'
import { CanvasBar } from './canvas-bar.tsx'
import { CanvasCard } from './canvas-card.tsx'
import { translateTo } from './drag.ts'
import { drop, onKeyDown } from './keys.ts'
import { Minimap } from './minimap.tsx'
import { onDoubleClick, onPointerDown, type Stage } from './pointer.ts'
import { addUndoKeys } from './undo.ts'
import { centre, fit, look, newView, type View, zoomTo } from './view.ts'

/** Space beyond the last card for the next one. */
const MARGIN = 400
const MANY = 50

export function Canvas({ desk }: { desk: BoardDesk }) {
  const view = useRef(newView()).current
  const frame = useSignal<Rect | null>(null)
  const stage: Stage = { desk, view, frame }
  const notes = desk.book.notes.value
  useCanvasKeys(desk, view)
  useView(desk, view)
  return (
    <div class="canvas stack gap-3 anchor">
      <h2 class="visually-hidden">{desk.words.notes}</h2>
      <p class="visually-hidden">{desk.words.keysHint}</p>
      <CanvasBar desk={desk} view={view} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the cards inside */}
      <div
        ref={(element) => {
          view.element.current = element
        }}
        class="canvas-view anchor"
        dir="ltr"
        onPointerDown={(event) => onPointerDown(stage, event)}
        onDblClick={(event) => onDoubleClick(stage, event)}
        onKeyDown={(event) => onKeyDown(desk, view, event)}
        onFocusOut={(event) => {
          const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
          if (!isInside) drop(desk)
        }}
        onScroll={() => look(view)}
      >
        <Space desk={desk} view={view}>
          {notes.map((noted) => (
            <CanvasCard key={noted.key} desk={desk} view={view} noted={noted} />
          ))}
          <Frame frame={frame} />
        </Space>
        {notes.length === 0 && (
          <p class="canvas-empty centered muted text-center" dir="auto">
            {desk.words.empty}
          </p>
        )}
      </div>
      {notes.length > MANY && <Minimap desk={desk} view={view} />}
    </div>
  )
}

/** A separate component, so that rendering it does not render the cards. */
function Frame({ frame }: { frame: Signal<Rect | null> }) {
  if (!frame.value) return null
  const { x, y, width, height } = frame.value
  const style = { transform: translateTo({ x, y }), width: `${width}px`, height: `${height}px` }
  return <div class="canvas-frame" style={style} />
}

type SpaceProps = { desk: BoardDesk; view: View; children: ComponentChildren }

/** Has the size of the board at this zoom, which limits scrolling. */
function Space({ desk, view, children }: SpaceProps) {
  const size = useComputed(() => {
    const box = boundsOf([...desk.rects.value.values()])
    return { width: box.x + box.width + MARGIN, height: box.y + box.height + MARGIN }
  })
  const zoom = view.zoom.value
  const { width, height } = size.value
  return (
    <div
      class="canvas-space anchor"
      role="group"
      aria-label={desk.words.notes}
      style={{ width: `${width * zoom}px`, height: `${height * zoom}px` }}
    >
      <div class="canvas-plane" style={{ transform: `scale(${zoom})` }}>
        {children}
      </div>
    </div>
  )
}

/** Tracks the visible part of the board and scrolls to the note of the URL fragment. */
function useView(desk: BoardDesk, view: View): void {
  useEffect(() => {
    const { current: element } = view.element
    if (!element) return
    const observer = new ResizeObserver(() => look(view))
    observer.observe(element)
    // Not passive, because it must prevent the browser from zooming the whole page.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const at = { x: event.clientX - box.left, y: event.clientY - box.top }
      zoomTo(view, view.zoom.value * Math.exp(-event.deltaY / 300), at)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [])
  const isShown = useRef(false)
  useSignalEffect(() => {
    if (desk.book.state.value !== 'ready' || isShown.current) return
    isShown.current = true
    requestAnimationFrame(() => showAddressed(desk, view))
  })
  // The card that is written in is larger than at rest.
  useSignalEffect(() => {
    const { value: key } = desk.editing
    if (key === null) return
    const show = () => {
      const card = view.element.current?.querySelector(`.canvas-card[data-key="${key}"]`)
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    requestAnimationFrame(show)
  })
  useEffect(() => {
    const show = () => showAddressed(desk, view)
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])
}

function showAddressed(desk: BoardDesk, view: View): void {
  const noted = notedInAddress(desk)
  const rect = noted && desk.rects.value.get(noted.key)
  if (!noted || !rect) return showSomething(desk, view)
  centre(view, rect)
  desk.chosen.value = new Set([noted.key])
  document.querySelector<HTMLElement>(`.canvas [data-note="${noted.key}"]`)?.focus({ preventScroll: true })
}

/** A hint when all cards are out of view: the board must not look empty. */
function showSomething(desk: BoardDesk, view: View): void {
  look(view)
  const rects = [...desk.rects.value.values()]
  const [first] = readingOrder(rects, (rect) => rect, 'ltr')
  if (first && !rects.some((rect) => touches(rect, view.seen.value))) centre(view, first)
}

function useCanvasKeys(desk: BoardDesk, view: View): void {
  useEffect(() => {
    const { words: t } = desk
    const { zoom, seen } = view
    const add = () => addNote(desk, { x: seen.value.x + 40, y: seen.value.y + 40 })
    const remove = [
      addUndoKeys(desk),
      addShortcut({ keys: 'KeyN', label: t.keyNew, run: add }),
      addShortcut({ keys: 'KeyT', label: t.keyTidy, run: () => tidy(desk, view) }),
      addShortcut({ keys: 'Shift+Digit1', label: t.keyFit, run: () => fit(view, desk) }),
      addShortcut({ keys: 'Equal', label: t.keyZoomIn, run: () => zoomTo(view, zoomedBy(zoom.value, 1)) }),
      addShortcut({ keys: 'Minus', label: t.keyZoomOut, run: () => zoomTo(view, zoomedBy(zoom.value, -1)) }),
    ]
    return () => remove.forEach((each) => each())
  }, [])
}
