/**
 * Controls that do nothing, or only send their form, without script. What the browser does by itself is left to it: links, menus, fields,
 * and checkboxes outside of islands.
 */
const NEEDS_SCRIPT = [
  'button:not([popovertarget])',
  'a:is([data-bell], [data-opens])',
  'cs-island :is([type="checkbox"], [type="radio"])',
  '.notes-first :is(button, [type="checkbox"], .note-body)',
].join()

/** Holds what is pressed before the islands live. Returns how to stop, and to do what was held. */
export function holdPresses(): () => void {
  const held: (() => void)[] = []
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const hold = (event: Event, press: () => void) => {
    event.stopImmediatePropagation()
    held.push(press)
  }
  const onClick = (event: MouseEvent) => {
    const control = pressedControl(event)
    if (!control) return
    event.preventDefault()
    hold(event, () => currentControl(control)?.click())
  }
  // The field has its new value already; only its listeners have not heard of it.
  const onChange = (event: Event) => {
    const { target: field } = event
    if (field instanceof Element && !isInLivingIsland(field))
      hold(event, () => field.dispatchEvent(new Event('change', { bubbles: true })))
  }
  // Enter on a note edits it.
  const onKey = (event: KeyboardEvent) => {
    const { target: card, code } = event
    if (code !== 'Enter' || !(card instanceof HTMLElement) || !card.matches('.notes-first [data-note]')) return
    hold(event, () => currentControl(card)?.dispatchEvent(new KeyboardEvent('keydown', event)))
  }
  addEventListener('click', onClick, options)
  addEventListener('change', onChange, options)
  addEventListener('keydown', onKey, options)
  return () => {
    stop.abort()
    for (const press of held) press()
  }
}

function pressedControl({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return null
  const control = target.closest<HTMLElement>(`a, label, ${NEEDS_SCRIPT}`)
  return control?.matches(NEEDS_SCRIPT) && !isInLivingIsland(control) ? control : null
}

function isInLivingIsland(control: Element): boolean {
  return control.closest('cs-island[data-awake]') !== null
}

/** The control itself; of a note of the first HTML that the margin has drawn anew, the control of its new card. */
export function currentControl(control: HTMLElement): HTMLElement | null {
  if (control.isConnected) return control
  const [ofMark] = control.dataset['keys']?.split(' ') ?? []
  if (ofMark !== undefined) return document.querySelector<HTMLElement>(`.note-mark[data-keys~="${CSS.escape(ofMark)}"]`)
  const id = control.closest<HTMLElement>('[data-note]')?.dataset['note'] ?? ''
  const card = document.querySelector<HTMLElement>(`[data-note="${CSS.escape(id)}"]`)
  if (control.matches('[data-note]')) return card
  if (control.matches('.note-body')) return card?.querySelector<HTMLElement>('.note-body') ?? null
  const sameKind = Array.from(card?.querySelectorAll<HTMLElement>(control.localName) ?? [])
  const isSame = (each: HTMLElement) =>
    (['aria-label', 'value', 'href'] as const).every((name) => each.getAttribute(name) === control.getAttribute(name))
  return sameKind.find(isSame) ?? null
}
