const ASKED = 'codeshelf:add-note'

/** Somebody wants to write a note on what is chosen. Who shows lines and who keeps notes know each other by this alone. */
export function askForNote(): void {
  document.dispatchEvent(new CustomEvent(ASKED))
}

export function onNoteAsked(run: () => void): () => void {
  document.addEventListener(ASKED, run)
  return () => document.removeEventListener(ASKED, run)
}
