const { promise, resolve } = Promise.withResolvers<void>()

/** Settles when the margin has replaced the notes of the first HTML, or could not load its own. */
export const firstNotesReplaced = promise

export function markFirstNotesReplaced(): void {
  resolve()
}
