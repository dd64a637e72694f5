import { addShortcut } from './keyboard.ts'
import { type DraftWords, NoteDraft } from './note-draft.ts'
import { selectedLines } from './selected-lines.ts'

type Receive = (draft: NoteDraft) => void

let words: DraftWords | null = null
let draft: NoteDraft | null = null
let receive: Receive | null = null

/** For the script of every page: makes `n` open a text box at once, even before the notes have loaded. */
export function enableNoteShortcut(offered: DraftWords & { keyNew: string }): void {
  words = offered
  addShortcut({ keys: 'KeyN', label: offered.keyNew, run: () => openNoteDraft() })
}

/** Opens the text box of a new note, on the selected lines unless others are given. */
export function openNoteDraft(lines = selectedLines(), top?: number): void {
  if (!words) return
  if (draft?.isOpen) return draft.focus()
  draft = new NoteDraft(lines, words, top)
  receive?.(draft)
}

/** The notes island receives new texts, including those begun before it loaded. */
export function onNoteDraft(run: Receive): () => void {
  receive = run
  if (draft?.isOpen) run(draft)
  return () => (receive = null)
}
