type Listeners = {
  typed: () => void
  /** The caret may stand elsewhere: after a key or a click. */
  moved: () => void
  left: () => void
  pressed: (event: KeyboardEvent) => void
}

/** What a box with a list of suggestions listens to; returns the function that stops it. */
export function listen(box: HTMLElement, { typed, moved, left, pressed }: Listeners): () => void {
  const stop = new AbortController()
  const { signal } = stop
  box.addEventListener('input', typed, { signal })
  box.addEventListener('keyup', moved, { signal })
  box.addEventListener('click', moved, { signal })
  box.addEventListener('blur', left, { signal })
  box.addEventListener('keydown', pressed, { signal })
  return () => stop.abort()
}

/** Writes a suggestion over a part of the text, as if it were typed. */
export function replaceText(box: HTMLInputElement | HTMLTextAreaElement, text: string, from: number, to: number): void {
  box.setRangeText(text, from, to, 'end')
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The key is for the list: neither for the box, which Escape would empty, nor for the editor around it, which Escape would end. */
export function takeKey(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
