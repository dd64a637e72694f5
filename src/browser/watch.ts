import { signal } from '@preact/signals'
import type { SymbolName } from '#base/symbol.ts'
import { call, type Outcome } from './api.ts'

/** `fired`: the code has changed, and the watch is off until it is armed again. */
export type WatchState = 'on' | 'fired'

/** Which notes of this page watch their code, by the note's id. */
export const watchStates = signal<ReadonlyMap<string, WatchState>>(new Map())

export function learnWatches(notes: readonly { id: string; watch?: { state: WatchState } | undefined }[]): void {
  const next = new Map(watchStates.value)
  for (const { id, watch } of notes)
    if (watch) next.set(id, watch.state)
    else next.delete(id)
  watchStates.value = next
}

/** `enclosing`: the function or type around the lines, which can be watched instead. */
type Armed = { watch: { state: WatchState; symbol?: SymbolName }; enclosing: SymbolName | null }

/** Arms the watch of a note, also again after it has fired. Without `of` it watches what it watched before, else the lines. */
export async function armWatch(noteId: string, of?: 'lines' | 'symbol'): Promise<Outcome<Armed>> {
  const outcome = await call<Armed>('POST', `/api/sticky-notes/note/${noteId}/watch`, of && { body: { of } })
  if (outcome.outcome === 'done') learnWatches([{ id: noteId, watch: outcome.data.watch }])
  return outcome
}

export async function disarmWatch(noteId: string): Promise<Outcome<unknown>> {
  const outcome = await call('DELETE', `/api/sticky-notes/note/${noteId}/watch`)
  // 404: another page already removed it.
  const isGone = outcome.outcome === 'refused' && outcome.refusal.status === 404
  if (outcome.outcome === 'done' || isGone) learnWatches([{ id: noteId }])
  return isGone ? { outcome: 'done', data: null } : outcome
}
