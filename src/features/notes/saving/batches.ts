import { MAX_BATCH } from '../note.ts'
import type { Flight } from './entry.ts'

/** A browser lets at most 64 KiB outlive their page. */
const MAX_BATCH_BYTES = 60_000

/** Updates travel together, as many as fit; everything else goes alone. */
export function batches<T extends { flight: Flight }>(due: readonly T[]): T[][] {
  const alone = due.filter(({ flight }) => flight.kind !== 'update').map((each) => [each])
  const together: T[][] = []
  let room = 0
  for (const each of due.filter(({ flight }) => flight.kind === 'update')) {
    const size = new TextEncoder().encode(JSON.stringify(each.flight)).length + 100
    const last = together.at(-1)
    if (last && last.length < MAX_BATCH && size <= room) last.push(each)
    else {
      together.push([each])
      room = MAX_BATCH_BYTES
    }
    room -= size
  }
  return [...together, ...alone]
}
