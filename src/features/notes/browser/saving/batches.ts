import { MAX_BATCH } from '../../note.ts'
import type { Flight } from './entry.ts'

/** Browsers allow at most 64 KiB of keepalive requests when a page closes. */
const MAX_BATCH_BYTES = 60_000

/** Groups updates into batches up to the size limit; every other request is sent alone. */
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
