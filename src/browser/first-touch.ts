const TOUCHES = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin', 'click'] as const

/** A page that nobody touches wakes too, for what it shows by itself: due reminders, changes of other devices. */
const UNTOUCHED_MS = 5_000

/** Runs once, on the first sign that somebody uses the page. */
export function onFirstTouch(run: () => void): void {
  const stop = new AbortController()
  const touched = (event?: Event) => {
    // A page that is laid out below a resting pointer gets a move without distance.
    if (stop.signal.aborted || (event instanceof PointerEvent && isResting(event))) return
    stop.abort()
    run()
  }
  for (const type of TOUCHES) addEventListener(type, touched, { capture: true, passive: true, signal: stop.signal })
  const wait = () => setTimeout(touched, UNTOUCHED_MS)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

function isResting({ type, movementX, movementY }: PointerEvent): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0
}

/** Runs when the browser has painted what the server sent. */
export function afterPaint(run: () => void): void {
  // A hidden page has no frames.
  if (document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}
