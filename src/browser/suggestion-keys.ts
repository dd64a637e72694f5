import type { Signal } from '@preact/signals'
import { type Suggestion, suggest, type Known } from '#base/search-query/suggest.ts'
import { listen, replaceText, takeKey } from './suggestion-box.ts'

export type SuggestionState = {
  offered: Signal<readonly Suggestion[]>
  /** The chosen one; -1 while none is, as after every letter. */
  at: Signal<number>
}

type Box = SuggestionState & { input: HTMLInputElement; known: () => Known }

/** Offers what fits the caret. Between two words that is every key, which only `isAsked` shows: the list would cover results after each space. */
export function offer({ input, offered, at, known }: Box, isAsked: boolean): void {
  const { value, selectionStart, selectionEnd } = input
  const found =
    selectionStart !== null && selectionStart === selectionEnd ? suggest(value, selectionStart, known()) : []
  at.value = -1
  offered.value = isAsked ? found : found.filter(({ kind, from, to }) => kind === 'value' || from < to)
}

function closeSuggestions({ offered, at }: SuggestionState): void {
  at.value = -1
  offered.value = []
}

/** Writes a suggestion into the box as if it were typed. */
export function insertSuggestion(input: HTMLInputElement, { from, to, insert }: Suggestion): void {
  input.focus()
  replaceText(input, insert, from, to)
}

/** Keeps the suggestions up to date and handles their keys; returns the function that stops it. */
export function listenToBox(box: Box): () => void {
  const { input } = box
  const state = () => `${input.selectionStart} ${input.value}`
  let seen = state()
  const update = () => {
    seen = state()
    offer(box, false)
  }
  // Arrow keys, Home and a click move the caret to another part. A list that Escape closed stays closed until then.
  const moved = () => seen !== state() && update()
  return listen(input, {
    typed: update,
    moved,
    left: () => closeSuggestions(box),
    pressed: (event) => pressed(event, box),
  })
}

function pressed(event: KeyboardEvent, box: Box): void {
  const { input, offered, at } = box
  if (event.isComposing) return
  const asks = event.key === 'ArrowDown' && (event.altKey || input.value === '')
  if (asks && offered.value.length === 0) offer(box, true)
  if (offered.value.length === 0) return
  const chosen = offered.value[at.value]
  if (event.key === 'Escape') {
    takeKey(event)
    closeSuggestions(box)
  } else if (event.key === 'ArrowDown' && at.value < offered.value.length - 1) {
    takeKey(event)
    at.value += 1
  } else if (event.key === 'ArrowUp' && chosen) {
    takeKey(event)
    at.value -= 1
  } else if (chosen && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) {
    takeKey(event)
    insertSuggestion(input, chosen)
  } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
    // Enter sends the form, and below the last suggestion are the results.
    closeSuggestions(box)
  }
}
