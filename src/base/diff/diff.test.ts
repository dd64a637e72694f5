import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTexts } from 'codeshelf-follow/diff'
import { joinLines } from '#base/lines.ts'
import { diffStats } from './diff.ts'
import { splitRows, unifiedRows } from './rows.ts'
import { pairSimilar, wordMarks } from './similar.ts'
import { cpuMs } from '../../../test/cpu.ts'

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

test('diffStats counts a changed line end and a missing final newline', () => {
  expect(diffStats(compareTexts('a\nb\n', 'a\r\nb').hunks)).toEqual({ added: 2, removed: 2 })
})

test('rows of a large rewrite are computed in time', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i} ${(i * 7919) % 613}\n`)
  const spent = cpuMs(() => {
    const comparison = compareTexts(lines.join(''), lines.map((l) => `x${l}`).join(''))
    expect(splitRows(comparison)).toHaveLength(5000)
    expect(unifiedRows(comparison)).toHaveLength(10_000)
  })
  expect(spent).toBeLessThan(2_000)
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
