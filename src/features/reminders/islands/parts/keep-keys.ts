/** Stops key events at an open box: Escape closes the box and must not also deselect the note below. */
export function keepKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}
