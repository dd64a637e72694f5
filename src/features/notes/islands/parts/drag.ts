import type { Delta } from '../../browser/margin/free-position.ts'

type Drag = {
  /** Called on every frame of the drag: draws, and stores nothing. */
  drawn: (delta: Delta) => void
  /** Called once at the end. Not called when nothing moved. */
  dropped: (delta: Delta) => void
  /** Called once after `dropped`, and when the drag is cancelled. */
  ended?: () => void
}

/** Follows a pointer from press to release, once per frame; Escape cancels the drag. */
export function startDrag(event: PointerEvent, { drawn, dropped, ended }: Drag): void {
  const handle = event.currentTarget
  if (!(handle instanceof HTMLElement) || event.button !== 0) return
  event.preventDefault()
  handle.focus({ preventScroll: true })
  handle.setPointerCapture(event.pointerId)
  let delta: Delta = { dx: 0, dy: 0 }
  let frame = 0
  const move = ({ clientX, clientY }: PointerEvent) => {
    delta = { dx: clientX - event.clientX, dy: clientY - event.clientY }
    frame ||= requestAnimationFrame(() => {
      frame = 0
      drawn(delta)
    })
  }
  const end = (isDone: boolean) => {
    cancelAnimationFrame(frame)
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', release)
    handle.removeEventListener('pointercancel', giveUp)
    document.removeEventListener('keydown', escape, true)
    const isMoved = delta.dx !== 0 || delta.dy !== 0
    if (isDone && isMoved) dropped(delta)
    else drawn({ dx: 0, dy: 0 })
    ended?.()
  }
  const release = () => end(true)
  const giveUp = () => end(false)
  const escape = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return
    key.stopPropagation()
    giveUp()
  }
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', release)
  handle.addEventListener('pointercancel', giveUp)
  document.addEventListener('keydown', escape, true)
}
