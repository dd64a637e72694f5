import { effect } from '@preact/signals'
import { announce } from '#browser/announce.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { toast } from '#browser/toast.ts'
import { raise } from '../../browser/stacking.ts'
import {
  committed,
  type NoteAction,
  type NoteState,
  nameOfStep,
  recorded,
  redoStep,
  undoStep,
} from '../../browser/undo.ts'
import { type Entry, shown } from '#features/notes/browser/saving/entry.ts'
import { stopEditing } from '#features/notes/islands/parts/desk.ts'
import type { BoardDesk } from './board-desk.ts'

function stateOf(entry: Entry): NoteState {
  return entry.wantsGone ? null : shown(entry)
}

/**
 * Records every action on the board. All changes of one event are one undo step; so are all changes of one editing session,
 * and all moves between picking cards up and dropping them with the keyboard.
 */
export function recordActs(desk: BoardDesk): void {
  const { book, steps, raised, held, editing, words } = desk
  const isBusy = () => held.value.size > 0 || editing.value !== null
  // Deferred: one action may change several notes, and the end of editing may delete an empty note.
  const commitSoon = () =>
    queueMicrotask(() => {
      if (!isBusy()) commitActs(desk)
    })
  book.onAct = ({ key, entry }, before) => {
    raised.value = raise(raised.value, key)
    const change = { key, before: before && stateOf(before), after: stateOf(entry.value) }
    steps.value = recorded(steps.value, change)
    commitSoon()
  }
  book.onLostUndo = () => toast({ text: words.undoSkipped(1), kind: 'error' })
  effect(() => {
    if (!isBusy()) commitSoon()
  })
}

function commitActs({ steps }: BoardDesk): void {
  if (steps.value.open.length > 0) steps.value = committed(steps.value)
}

/**
 * Closes the last action and returns how its toast undoes it: as an undo while it is still the last action, so that redo
 * works, otherwise as a new action.
 */
export function undoOfLastAct(desk: BoardDesk, takeBack: () => void): () => void {
  commitActs(desk)
  const step = desk.steps.value.done.at(-1)
  return () => {
    commitActs(desk)
    if (step && desk.steps.value.done.at(-1) === step) undo(desk)
    else takeBack()
  }
}

export function undo(desk: BoardDesk): void {
  travel(desk, undoStep, desk.words.undone)
}

export function redo(desk: BoardDesk): void {
  travel(desk, redoStep, desk.words.redone)
}

function travel(desk: BoardDesk, go: typeof undoStep, format: (act: string) => string): void {
  const { book, steps, words, acts } = desk
  finishOpenAct(desk)
  const result = go(steps.value, (key) => {
    const entry = book.find(key)?.entry.value
    return entry && stateOf(entry)
  })
  if (!result) return
  for (const action of result.actions) perform(desk, action)
  // Replace what `onAct` has just recorded: an undo is not an action of its own.
  steps.value = result.stack
  announce(format(acts[nameOfStep(result.step)]))
  const { length: skipped } = result.skipped
  if (skipped > 0) toast({ text: words.undoSkipped(skipped), kind: 'error' })
  deselectRemoved(desk)
  const [first] = result.actions
  if (first && first.kind !== 'remove') requestAnimationFrame(() => showCard(first.key))
}

function finishOpenAct(desk: BoardDesk): void {
  desk.held.value = new Set()
  if (desk.editing.value !== null) stopEditing(desk, desk.editing.value)
  commitActs(desk)
}

function perform({ book }: BoardDesk, action: NoteAction): void {
  const { key } = action
  if (action.kind === 'remove') book.remove(key)
  else if (action.kind === 'restore') book.undoRemove(key)
  else {
    book.change(key, action.edit, action.replaced)
    book.finish(key)
  }
}

function deselectRemoved({ chosen, selected, rects }: BoardDesk): void {
  const isThere = (key: string) => rects.value.has(key)
  if (![...chosen.value].every(isThere)) chosen.value = new Set([...chosen.value].filter(isThere))
  if (selected.value !== null && !isThere(selected.value)) selected.value = null
}

/** Scrolls to a card, and focuses it when nothing has the focus, as after the deletion of the card that had it. */
function showCard(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-note="${key}"]`)
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  if (document.activeElement === document.body) card?.focus({ preventScroll: true })
}

/** Returns how to remove them. */
export function addUndoKeys(desk: BoardDesk): () => void {
  const { words: t } = desk
  const keys = [
    addShortcut({ keys: 'Mod+KeyZ', label: t.keyUndo, run: () => undo(desk) }),
    addShortcut({ keys: 'Mod+Shift+KeyZ', label: t.keyRedo, run: () => redo(desk) }),
    addShortcut({ keys: 'Mod+KeyY', label: t.keyRedo, run: () => redo(desk) }),
  ]
  return () => keys.forEach((remove) => remove())
}
