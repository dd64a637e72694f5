import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLines } from '#base/lines.ts'
import { type Comparison, compareTexts, diffLines, diffStats } from './diff.ts'
import { splitRows, unifiedRows } from './rows.ts'
import { pairSimilar, wordMarks } from './similar.ts'
import { bestCpuMs, cpuMs } from '../../../test/cpu.ts'

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
  return joinLines([...lines, ...a.slice(from)])
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
        expect(diffLines(a, a)).toEqual([])
      }),
    )
  })

  test('is the shortest one', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const comparison = compareTexts(a, b)
        const { added, removed } = diffStats(comparison.hunks)
        expect(added + removed).toBe(shortest(comparison.a.map(whole), comparison.b.map(whole)))
      }),
    )
  })

  test('has hunks in order, never empty, never touching', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        let last = -1
        for (const hunk of diffLines(a, b)) {
          expect(hunk.aFrom).toBeGreaterThan(last)
          expect(hunk.aTo - hunk.aFrom + hunk.bTo - hunk.bFrom).toBeGreaterThan(0)
          last = hunk.aTo
        }
      }),
    )
  })

  test('includes a changed line end and a missing final newline', () => {
    expect(diffStats(diffLines('a\nb\n', 'a\r\nb'))).toEqual({ added: 2, removed: 2 })
  })

  test('begins an added function at its first line', () => {
    const a = 'function one() {\n  x()\n}\n\nfunction three() {\n  z()\n}\n'
    const b = 'function one() {\n  x()\n}\n\nfunction two() {\n  y()\n}\n\nfunction three() {\n  z()\n}\n'
    expect(diffLines(a, b)).toEqual([{ aFrom: 4, aTo: 4, bFrom: 4, bTo: 8, coarse: false }])
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

  test('rows of a large rewrite are computed in time', () => {
    const spent = cpuMs(() => {
      const comparison = compareTexts(lines.join(''), lines.map((l) => `x${l}`).join(''))
      expect(splitRows(comparison)).toHaveLength(5000)
      expect(unifiedRows(comparison)).toHaveLength(10_000)
    })
    expect(spent).toBeLessThan(2_000)
  })
})

describe('diff rows', () => {
  test('unified rows list removed lines, then added ones, mark changed words and skip distant lines', () => {
    const a = '1\n2\n3\n4\n5\nlet total = 1\n7\n8\n'
    const b = '1\n2\n3\n4\n5\nlet sum = 1\n7\n8\n'
    const rows = unifiedRows(compareTexts(a, b), 2)
    expect(rows.map((row) => row.kind)).toEqual(['skipped', 'same', 'same', 'removed', 'added', 'same', 'same'])
    expect(rows[0]).toEqual({ kind: 'skipped', a: 1, b: 1, lines: 3 })
    expect(rows[3]).toMatchObject({ a: { line: 6, marks: [[4, 9]] } })
    expect(rows[4]).toMatchObject({ b: { line: 6, marks: [[4, 7]] } })
  })

  test('split rows align similar lines', () => {
    const a = 'start\nconst total = price * count\nend\n'
    const b = 'start\n// חדש\nconst total = price * amount\nend\n'
    const rows = splitRows(compareTexts(a, b))
    expect(rows.map((row) => ('lines' in row ? null : [row.a?.text ?? null, row.b?.text ?? null]))).toEqual([
      ['start', 'start'],
      [null, '// חדש'],
      ['const total = price * count', 'const total = price * amount'],
      ['end', 'end'],
    ])
  })

  test('have every line of both texts once, in order, when nothing is skipped', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const comparison = compareTexts(a, b)
        const everything = Number.MAX_SAFE_INTEGER
        if (comparison.hunks.length === 0) return
        for (const rows of [unifiedRows(comparison, everything), splitRows(comparison, everything)]) {
          const left = rows.flatMap((row) => ('a' in row && typeof row.a === 'object' && row.a ? [row.a] : []))
          const right = rows.flatMap((row) => ('b' in row && typeof row.b === 'object' && row.b ? [row.b] : []))
          expect(joinLines(left)).toBe(a)
          expect(joinLines(right)).toBe(b)
          expect(left.map((cell) => cell.line)).toEqual(comparison.a.map((_, i) => i + 1))
        }
      }),
    )
  })

  test('marks leave the same text on both sides', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', 'שלום', '(', ')', '👩‍👧', 'x1')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(words, words, (a, b) => {
        const marks = wordMarks(a, b)
        expect(unmarked(a, marks.a)).toBe(unmarked(b, marks.b))
      }),
    )
  })

  test('pairs are in order on both sides', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (a, b) => {
        const pairs = pairSimilar(a, b)
        for (const [n, [i, j]] of pairs.entries()) {
          const [i0, j0] = pairs[n - 1] ?? [-1, -1]
          expect(i > i0 && j > j0 && i < a.length && j < b.length).toBe(true)
        }
      }),
    )
  })
})

function unmarked(words: string, marks: [number, number][]): string {
  let rest = ''
  let from = 0
  for (const [start, stop] of marks) {
    rest += words.slice(from, start)
    from = stop
  }
  return rest + words.slice(from)
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
