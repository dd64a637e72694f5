import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { history, seeded } from './edit-script.fixture.ts'
import { Step } from './step.ts'
import { textPairs } from './text-pairs.ts'

test('shiftAround says the same as carry, wherever it answers', () => {
  const random = seeded(7)
  const source = readFileSync('test/fixtures/anchors/server.ts.txt', 'utf8')
  const versions = history(source, 20, source.split('\n'), random).map((lines) =>
    lines.map(({ text }) => `${text}\n`).join(''),
  )
  const read = textPairs()
  let [answered, asked] = [0, 0]
  for (const [i, after] of versions.entries()) {
    const pair = read(versions[i - 1] ?? source, after)
    const step = new Step(pair.before, pair.after)
    for (let first = 1; first <= step.from.length; first++) {
      const lines = Array.from({ length: 1 + random(4) }, (_, n) => first + n)
      const shift = step.shiftAround(lines)
      asked++
      if (shift === null) continue
      answered++
      const { lines: carried, sameWeight, total } = step.carry(lines)
      expect(carried).toEqual(lines.map((line) => line + shift))
      expect(sameWeight).toBe(total)
    }
  }
  expect(answered).toBeGreaterThan(asked / 4)
  expect(answered).toBeLessThan(asked)
})

test('shiftOf is null for lines that were changed, removed or separated', () => {
  const { before, after } = textPairs()('a\nb\nc\nd\ne\nf\n', 'new\na\nb\nnew\nc\nd\nf\n')
  const step = new Step(before, after)
  expect([step.shiftOf(1, 2), step.shiftOf(3, 4), step.shiftOf(6, 6)]).toEqual([1, 2, 1])
  expect([step.shiftOf(2, 3), step.shiftOf(4, 5), step.shiftOf(6, 7), step.shiftOf(0, 1)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
