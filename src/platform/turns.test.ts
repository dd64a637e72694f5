import { expect, test } from 'vitest'
import { collectInTurns } from './turns.ts'

const busy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('collectInTurns leaves the event loop to others while it works, and keeps the order', async () => {
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  const found = await collectInTurns(
    Array.from({ length: 60 }, (_, i) => i),
    (n) => {
      busy(1)
      return n % 2 === 0 ? n : null
    },
  )
  clearInterval(others)
  expect(turns).toBeGreaterThan(3)
  expect(found).toEqual(Array.from({ length: 30 }, (_, i) => 2 * i))
})
