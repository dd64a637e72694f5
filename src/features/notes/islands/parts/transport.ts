import { call, type Outcome, type ProblemResponse } from '#browser/api.ts'
import { learnWatches } from '#browser/watch.ts'
import { type Answer, NOTE_GONE } from '../../browser/saving/answer.ts'
import type { Flight } from '../../browser/saving/entry.ts'
import type { Edit, Fields, Stored } from '../../browser/saving/fields.ts'
import type { ListedNote } from '../../browser/saving/listed-note.ts'
import type { BatchResult } from '../../schema/notes.ts'
import type { Noted } from './noted.ts'
import { listedOf, type NoteItem, storedOf, toWire } from './wire.ts'

export type Update = { id: string; edit: Edit; prevUpdatedAt: string }
export type Tick = { id: string; index: number; checked: boolean; base: Stored }

/** Requests to the server. `list` returns null when it fails. */
export type Transport = {
  list: () => Promise<ListedNote[] | null>
  create: (fields: Edit) => Promise<Answer>
  update: (updates: readonly Update[], leaving: boolean) => Promise<Answer[]>
  tick: (tick: Tick) => Promise<Answer>
  remove: (id: string) => Promise<Answer>
  restore: (id: string) => Promise<Answer>
}

const NOTES = '/api/sticky-notes'

/** `home` is the URL that lists and creates the notes: `/api/sticky-notes/<file_id>` or `…/board/<board_id>`. */
export function noteTransport(home: string): Transport {
  const created = (outcome: Outcome<{ note: NoteItem }>) => answerOf(outcome, ({ note }) => note)
  return {
    list: async () => {
      const answer = await call<{ notes: NoteItem[] }>('GET', home)
      if (answer.outcome !== 'done') return null
      learnWatches(answer.data.notes)
      return answer.data.notes.map(listedOf)
    },
    create: async (fields) => created(await call('POST', home, { body: toWire(fields) })),
    update: updateMany,
    tick: sendTick,
    remove: async (id) => {
      const answer = await call('DELETE', `${NOTES}/note/${id}`)
      const isGone = answer.outcome === 'done' || (answer.outcome === 'refused' && answer.refusal.code === NOTE_GONE)
      return isGone ? { outcome: 'removed' } : answerOf(answer, () => null)
    },
    restore: async (id) => created(await call('POST', `${NOTES}/note/${id}/restore`)),
  }
}

async function updateMany(updates: readonly Update[], leaving: boolean): Promise<Answer[]> {
  const items = updates.map(({ id, edit, prevUpdatedAt }) => ({ id, ...toWire(edit), prev_updated_at: prevUpdatedAt }))
  const body = { updates: items }
  const answer = await call<{ results: BatchResult[] }>('POST', `${NOTES}/batch`, { body, keepalive: leaving })
  if (answer.outcome === 'done') {
    const byId = new Map(answer.data.results.map((result) => [result.id, answerOfItem(result)]))
    return updates.map(({ id }) => byId.get(id) ?? { outcome: 'later' })
  }
  const [only] = updates
  if (only && updates.length === 1) return [answerOf(answer, () => null)]
  // The whole batch was rejected: send each item alone to find the one that caused it.
  if (answer.outcome === 'refused' && isFinal(answer.refusal.status))
    return (await Promise.all(updates.map((update) => updateMany([update], leaving)))).flat()
  return updates.map(() => answerOf(answer, () => null))
}

function answerOfItem({ status, error = '', note }: BatchResult): Answer {
  if (status === 200 && note) return { outcome: 'stored', id: note.id, stored: storedOf(note) }
  if (status === 409 && note) return { outcome: 'conflict', theirs: storedOf(note) }
  return isFinal(status) ? { outcome: 'refused', refusal: { code: error, message: '' } } : { outcome: 'later' }
}

async function sendTick({ id, index, checked, base }: Tick): Promise<Answer> {
  const body = { index, checked, prev_updated_at: base.updatedAt }
  const answer = await call<{ content: string; updated_at: string }>('POST', `${NOTES}/note/${id}/task`, { body })
  if (answer.outcome !== 'done') return answerOf(answer, () => null)
  const fields: Fields = { ...base.fields, content: answer.data.content }
  return { outcome: 'stored', id, stored: { fields, updatedAt: answer.data.updated_at } }
}

function answerOf<T>(answer: Outcome<T>, read: (data: T) => NoteItem | null): Answer {
  if (answer.outcome === 'offline') return { outcome: 'later' }
  if (answer.outcome === 'refused') return refusalOf(answer.refusal)
  const note = read(answer.data)
  return note ? { outcome: 'stored', id: note.id, stored: storedOf(note) } : { outcome: 'later' }
}

function refusalOf({ status, code, message, body }: ProblemResponse): Answer {
  const { note } = body
  if (status === 409 && isItem(note)) return { outcome: 'conflict', theirs: storedOf(note) }
  return isFinal(status) ? { outcome: 'refused', refusal: { code, message } } : { outcome: 'later' }
}

/** Temporary errors: signed out, timeout, too early, rate limit. */
const PASSING = [401, 408, 425, 429]

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status)
}

function isItem(value: unknown): value is NoteItem {
  return typeof value === 'object' && value !== null && 'content' in value && 'updated_at' in value
}

export type Departure = { noted: Noted; flight: Flight }

/** Sends the updates of a batch in one request. Every other kind of request is alone in its batch. */
export async function sendBatch(
  transport: Transport,
  batch: readonly Departure[],
  leaving: boolean,
  findCreated: (noted: Noted) => Promise<Answer>,
): Promise<Answer[]> {
  const [first] = batch
  if (!first) return []
  const { noted, flight } = first
  const { id, base } = noted.entry.value
  if (flight.kind === 'create') return [await transport.create(flight.edit)]
  if (flight.kind === 'find') return [await findCreated(noted)]
  if (id === null) return []
  if (flight.kind === 'task') return [await transport.tick({ id, base, ...flight })]
  if (flight.kind === 'remove' || flight.kind === 'restore') return [await transport[flight.kind](id)]
  return transport.update(batch.flatMap(updateOf), leaving)
}

function updateOf({ noted, flight }: Departure) {
  const { id, base } = noted.entry.value
  return id !== null && 'edit' in flight ? [{ id, edit: flight.edit, prevUpdatedAt: base.updatedAt }] : []
}
