import { signal } from '@preact/signals'
import { rememberedEvent } from './remembered-event.ts'

const ASKED = 'codeshelf:remind'

/** `snoozes`: the time of the due reminder to postpone; without it a reminder is set. */
export type ReminderRequest = { noteId: string; anchor: HTMLElement; snoozes?: string }

/** Requests a reminder for a note. The islands of notes and of reminders communicate through this module only. */
export function requestReminder(ask: ReminderRequest): void {
  const isHeard = !document.dispatchEvent(new CustomEvent(ASKED, { detail: ask, cancelable: true }))
  unheard = isHeard ? null : ask
}
/** A request from before the listener was registered: a bell can be pressed while the page is still hydrating. */
let unheard: ReminderRequest | null = null

export function onReminderRequested(run: (ask: ReminderRequest) => void): () => void {
  const heard = (event: Event) => {
    event.preventDefault()
    run((event as CustomEvent<ReminderRequest>).detail)
  }
  document.addEventListener(ASKED, heard)
  if (unheard) run(unheard)
  return () => document.removeEventListener(ASKED, heard)
}

const SET = 'codeshelf:reminder-set'

/** A reminder was set: now is the time to ask for the notification permission. */
export function emitReminderSet(): void {
  document.dispatchEvent(new CustomEvent(SET))
}

export function onReminderSet(run: () => void): () => void {
  document.addEventListener(SET, run)
  return () => document.removeEventListener(SET, run)
}

/** The label on the bell of a note, by the note's id. */
export const bellLabels = signal<ReadonlyMap<string, { words: string; isDue: boolean }>>(new Map())

const labelsWanted = rememberedEvent()

/** Call it when a page displays notes. */
export const requestBellLabels = labelsWanted.emit

/** Runs when a page needs `bellLabels`. */
export const onBellLabelsRequested = labelsWanted.listen
