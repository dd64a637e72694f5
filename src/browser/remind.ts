import { signal } from '@preact/signals'

const ASKED = 'codeshelf:remind'
const WANTED = 'codeshelf:reminders-wanted'

export type ReminderAsk = { noteId: string; anchor: HTMLElement }

/** Somebody wants to be reminded of a note. Who keeps notes and who keeps reminders know each other by this file alone. */
export function askForReminder(ask: ReminderAsk): void {
  const isHeard = !document.dispatchEvent(new CustomEvent(ASKED, { detail: ask, cancelable: true }))
  unheard = isHeard ? null : ask
}
/** Asked before anybody listened: a bell can be pressed while the page is still waking up. */
let unheard: ReminderAsk | null = null

export function onReminderAsked(run: (ask: ReminderAsk) => void): () => void {
  const heard = (event: Event) => {
    event.preventDefault()
    run((event as CustomEvent<ReminderAsk>).detail)
  }
  document.addEventListener(ASKED, heard)
  if (unheard) run(unheard)
  return () => document.removeEventListener(ASKED, heard)
}

const SET = 'codeshelf:reminder-set'

/** A reminder was set: now there is a reason to ask whether this device may show it. */
export function reminderWasSet(): void {
  document.dispatchEvent(new CustomEvent(SET))
}

export function onReminderSet(run: () => void): () => void {
  document.addEventListener(SET, run)
  return () => document.removeEventListener(SET, run)
}

/** What is written on the bell of a note, by the note's id. */
export const bells = signal<ReadonlyMap<string, { words: string; isDue: boolean }>>(new Map())

let isWanted = false

/** A page shows notes. */
export function wantBells(): void {
  if (isWanted) return
  isWanted = true
  document.dispatchEvent(new CustomEvent(WANTED))
}

/** Now somebody should fill `bells`. Also says so to who comes later. */
export function onBellsWanted(run: () => void): () => void {
  if (isWanted) run()
  document.addEventListener(WANTED, run)
  return () => document.removeEventListener(WANTED, run)
}
