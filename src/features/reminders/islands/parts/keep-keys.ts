/** Keys pressed in a box that is open are the box's: Escape closes it and must not also let go of the note below. */
export function keepKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}
