import type { Answer } from '../../browser/saving/answer.ts'
import type { Flight } from '../../browser/saving/entry.ts'
import type { Noted } from './noted.ts'
import type { Transport } from './transport.ts'

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
