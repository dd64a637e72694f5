import { type Edit, FIELD_NAMES, type Fields, isSameField } from '#features/notes/browser/saving/fields.ts'

/** The state of a note: its fields, or null when it is not on the board. */
export type NoteState = Fields | null

export type NoteChange = { key: string; before: NoteState; after: NoteState }

/** One undo step: the changes of one action, at most one for each note. */
export type Step = readonly NoteChange[]

export type UndoStack = {
  done: readonly Step[]
  redoSteps: readonly Step[]
  /** The unfinished action: a text being edited, or cards picked up with the keyboard. */
  open: Step
}

export const EMPTY_STACK: UndoStack = { done: [], redoSteps: [], open: [] }

const MAX_STEPS = 100

/**
 * Adds a change to the open step. Changes of one note are merged, except around its deletion: a restore brings the note back
 * as it was deleted, so edits before a deletion and after a restore are separate steps.
 */
export function recorded(stack: UndoStack, change: NoteChange): UndoStack {
  const earlier = stack.open.find(({ key }) => key === change.key)
  if (earlier && isApart(stack, earlier, change)) return recorded(committed(stack), change)
  const others = stack.open.filter((each) => each !== earlier)
  return { ...stack, open: [...others, { ...change, before: earlier ? earlier.before : change.before }] }
}

function isApart({ done }: UndoStack, earlier: NoteChange, { key, after }: NoteChange): boolean {
  if (!isChange(earlier)) return false
  if (after === null) return earlier.before !== null
  // A restored note is in an earlier step, and its edit is a step of its own. A new note is in none: its first text is part of its creation.
  return earlier.before === null && done.some((step) => step.some((each) => each.key === key))
}

/** Closes the open step. A step without effect is dropped and keeps the redo stack. */
export function committed(stack: UndoStack): UndoStack {
  const step = stack.open.filter(isChange)
  if (step.length === 0) return { ...stack, open: [] }
  return { done: [...stack.done, step].slice(-MAX_STEPS), redoSteps: [], open: [] }
}

export function canUndo({ done, open }: UndoStack): boolean {
  return done.length > 0 || open.some(isChange)
}

export function canRedo({ redoSteps, open }: UndoStack): boolean {
  return redoSteps.length > 0 && !open.some(isChange)
}

/** An action on a note. `replaced` are the values that `edit` replaces. */
export type NoteAction =
  | { kind: 'remove'; key: string }
  | { kind: 'restore'; key: string }
  | { kind: 'edit'; key: string; edit: Edit; replaced: Edit }

export type Travel = {
  stack: UndoStack
  step: Step
  actions: readonly NoteAction[]
  /** Notes that another page changed since; those changes are kept. */
  skipped: readonly string[]
}

/** The current state of a note; undefined when this page no longer has it. */
export type StateNow = (key: string) => NoteState | undefined

/** Undoes the last step of a stack without an open step. Null when there is nothing to undo. */
export function undoStep(stack: UndoStack, now: StateNow): Travel | null {
  const step = stack.done.at(-1)
  if (!step) return null
  const { kept, ...rest } = travel(step.map(reversed), now)
  const done = stack.done.slice(0, -1)
  const next = kept.length > 0 ? [...stack.redoSteps, kept.map(reversed)] : stack.redoSteps
  return { ...rest, step, stack: { done, redoSteps: next, open: [] } }
}

/** Redoes the last undone step. Null when there is nothing to redo. */
export function redoStep(stack: UndoStack, now: StateNow): Travel | null {
  const step = stack.redoSteps.at(-1)
  if (!step) return null
  const { kept, ...rest } = travel(step, now)
  const left = stack.redoSteps.slice(0, -1)
  const done = kept.length > 0 ? [...stack.done, kept] : stack.done
  return { ...rest, step, stack: { done, redoSteps: left, open: [] } }
}

/** The part of a step that can still be applied, from each `before` to its `after`. */
function travel(step: Step, now: StateNow) {
  const kept: NoteChange[] = []
  const actions: NoteAction[] = []
  const skipped: string[] = []
  for (const change of step) {
    const { key } = change
    const possible = possiblePart(change, now(key))
    if (possible) kept.push(possible)
    if (possible) actions.push(actionOf(possible))
    if (!possible || changedFields(possible).length < changedFields(change).length) skipped.push(key)
  }
  return { kept, actions, skipped }
}

/**
 * The change without the fields that were changed since. A note is deleted only if no field changed: text that another page
 * wrote would be deleted too.
 */
function possiblePart(change: NoteChange, now: NoteState | undefined): NoteChange | null {
  const { key, before, after } = change
  if (now === undefined) return null
  if (before === null) return now === null ? change : null
  if (now === null) return null
  if (after === null) return changedFields({ key, before, after: now }).length === 0 ? change : null
  const rebased = { ...now }
  const target = { ...now }
  for (const name of changedFields(change)) {
    if (isSameField(name, before, now)) copyField(target, name, after)
  }
  const part = { key, before: rebased, after: target }
  return isChange(part) ? part : null
}

function actionOf({ key, before, after }: NoteChange): NoteAction {
  if (!after) return { key, kind: 'remove' }
  if (!before) return { key, kind: 'restore' }
  const [edit, replaced]: [Edit, Edit] = [{}, {}]
  for (const name of changedFields({ key, before, after })) {
    copyField(edit, name, after)
    copyField(replaced, name, before)
  }
  return { key, kind: 'edit', edit, replaced }
}

function copyField<K extends keyof Fields>(to: Pick<Edit, K>, name: K, from: Fields): void {
  to[name] = from[name]
}

function reversed({ key, before, after }: NoteChange): NoteChange {
  return { key, before: after, after: before }
}

function isChange(change: NoteChange): boolean {
  return (change.before === null) !== (change.after === null) || changedFields(change).length > 0
}

/** Empty when the note was created or deleted. */
function changedFields({ before, after }: NoteChange): (keyof Fields)[] {
  if (!before || !after) return []
  return FIELD_NAMES.filter((name) => !isSameField(name, before, after))
}

export type ActName = 'create' | 'remove' | 'text' | 'move' | 'resize' | 'color' | 'minimise' | 'change'

/** The name of a step, for labels. */
export function nameOfStep(step: Step): ActName {
  if (step.every(({ before }) => before === null)) return 'create'
  if (step.every(({ after }) => after === null)) return 'remove'
  const fields = new Set(step.flatMap(changedFields))
  if (fields.has('title') || fields.has('content')) return 'text'
  if (fields.has('position')) return 'move'
  if (fields.has('size')) return 'resize'
  if (fields.has('color')) return 'color'
  return fields.has('isMinimized') ? 'minimise' : 'change'
}
