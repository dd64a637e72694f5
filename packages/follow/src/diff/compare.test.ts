import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestCpuMs } from '../../../../test/cpu.ts'
import { type Comparison, compareTexts } from './compare.ts'
import type { Hunk } from './hunk.ts'

const line = fc.constantFrom('a', 'b', 'c', '', '}', '  return x', '  return y', 'שלום', 'שלום עולם', '👩‍👧')
const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')
const text = fc.array(fc.tuple(line, end), { maxLength: 30 }).chain((lines) =>
  fc.boolean().map((final) =>
    lines
      .flat()
      .slice(0, final ? undefined : -1)
      .join(''),
  ),
)

/** Applies the hunks to `a`. */
function applied({ a, b, hunks }: Comparison): string {
  const lines = []
  let from = 0
  for (const hunk of hunks) {
    lines.push(...a.slice(from, hunk.aFrom), ...b.slice(hunk.bFrom, hunk.bTo))
    from = hunk.aTo
  }
  return [...lines, ...a.slice(from)].map(whole).join('')
}

describe('the diff of two texts', () => {
  test('gives exactly the second text when applied to the first', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(applied(compareTexts(a, b))).toBe(b)
      }),
      { numRuns: 1000 },
    )
  })

  test('of a text with itself is empty', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(compareTexts(a, a).hunks).toEqual([])
      }),
    )
  })

  test('is the shortest one', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const comparison = compareTexts(a, b)
        const { added, removed } = countLines(comparison)
        expect(added + removed).toBe(shortest(comparison.a.map(whole), comparison.b.map(whole)))
      }),
    )
  })

  test('has hunks in order, never empty, never touching', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        let last = -1
        for (const hunk of compareTexts(a, b).hunks) {
          expect(hunk.aFrom).toBeGreaterThan(last)
          expect(hunk.aTo - hunk.aFrom + hunk.bTo - hunk.bFrom).toBeGreaterThan(0)
          last = hunk.aTo
        }
      }),
    )
  })

  test('includes a changed line end and a missing final newline', () => {
    expect(countLines(compareTexts('a\nb\n', 'a\r\nb'))).toEqual({ added: 2, removed: 2 })
  })

  test('begins an added function at its first line', () => {
    const a = 'function one() {\n  x()\n}\n\nfunction three() {\n  z()\n}\n'
    const b = 'function one() {\n  x()\n}\n\nfunction two() {\n  y()\n}\n\nfunction three() {\n  z()\n}\n'
    expect(compareTexts(a, b).hunks).toEqual([{ aFrom: 4, aTo: 4, bFrom: 4, bTo: 8, coarse: false }])
  })
})

describe('long texts', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i} ${(i * 7919) % 613}\n`)

  // Measured on the 2 cores, shared by five: a few edits 14 ms, every second line 6–28 ms, nothing in common 10–24 ms,
  // turned around and shuffled (the work bound) 120–310 ms.
  test.each([
    ['a few edits', lines.map((l, i) => (i % 500 === 0 ? `new ${l}` : l)), false],
    ['every second line changed', lines.map((l, i) => (i % 2 === 0 ? `new ${l}` : l)), false],
    ['nothing in common', lines.map((l) => `x${l}`), false],
    ['turned around', lines.toReversed(), true],
    ['shuffled', lines.map((_, i) => lines[(i * 2741) % 5000] ?? ''), true],
  ])('of 5,000 lines, %s, are compared in time', (_, changed, coarse) => {
    const a = lines.join('')
    const b = changed.join('')
    const comparison = compareTexts(a, b)
    expect(bestCpuMs(() => compareTexts(a, b), 2)).toBeLessThan(1_500)
    expect(applied(comparison)).toBe(b)
    expect(comparison.hunks.some((hunk) => hunk.coarse)).toBe(coarse)
  })
})

function countLines({ hunks }: Comparison): { added: number; removed: number } {
  const sum = (of: (hunk: Hunk) => number) => hunks.reduce((total, hunk) => total + of(hunk), 0)
  return { added: sum(({ bFrom, bTo }) => bTo - bFrom), removed: sum(({ aFrom, aTo }) => aTo - aFrom) }
}

function whole(one: { text: string; end: string }): string {
  return one.text + one.end
}

/** Insertions and deletions of a shortest edit, by the textbook dynamic programme. */
function shortest(a: string[], b: string[]): number {
  let row = b.map(() => 0)
  for (const x of a) {
    const next: number[] = []
    for (const [j, y] of b.entries()) {
      next.push(x === y ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0))
    }
    row = next
  }
  return a.length + b.length - 2 * (row.at(-1) ?? 0)
}
