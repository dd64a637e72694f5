import { setImmediate as nextTurn } from 'node:timers/promises'

/** As long as work may have the event loop before others get a turn. */
const SLICE_MS = 5

/** Lets others have the event loop when this work has had it for long. */
export function takeTurns(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS
  const turn = async () => {
    await nextTurn()
    until = performance.now() + SLICE_MS
  }
  return () => (performance.now() < until ? undefined : turn())
}

/** What `find` makes of each item but null, in their order. */
export async function collectInTurns<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | null,
): Promise<Found[]> {
  const inTurns = takeTurns()
  const found: Found[] = []
  for (const item of items) {
    const one = find(item)
    if (one !== null) found.push(one)
    await inTurns()
  }
  return found
}
