import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveConflicts, merge3 } from './merge.ts'

const line = fc.constantFrom('a', 'b', 'c', '', '}', 'שלום', '  x')
const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 15 }).chain((lines) =>
  fc.boolean().map((final) =>
    lines
      .flat()
      .slice(0, final ? undefined : -1)
      .join(''),
  ),
)

describe('merge3', () => {
  test.each([
    ['far apart', '1\n2\n3\n4\n5\n', 'A\n2\n3\n4\n5\n', '1\n2\n3\n4\nE\n', 'A\n2\n3\n4\nE\n'],
    ['the same on both sides', '1\n2\n3\n', '1\nB\n3\n', '1\nB\n3\n', '1\nB\n3\n'],
    ['one side removed, one added far away', '1\n2\n3\n4\n', '2\n3\n4\n', '1\n2\n3\n4\n5\n', '2\n3\n4\n5\n'],
    ['Hebrew and CRLF', 'א\r\nב\r\nג\r\n', 'א!\r\nב\r\nג\r\n', 'א\r\nב\r\nג?\r\n', 'א!\r\nב\r\nג?\r\n'],
    ['empty base, same text', '', 'x\n', 'x\n', 'x\n'],
  ])('%s is clean', (_, base, mine, theirs, merged) => {
    expect(merge3(base, mine, theirs)).toEqual({ outcome: 'clean', text: merged })
  })

  test('reports two changes of one line as a conflict with all three texts', () => {
    expect(merge3('1\n2\n3\n', '1\nmine\n3\n', '1\ntheirs\n3\n')).toEqual({
      outcome: 'conflict',
      parts: [
        { kind: 'agreed', text: '1\n' },
        { kind: 'conflict', base: '2\n', mine: 'mine\n', theirs: 'theirs\n' },
        { kind: 'agreed', text: '3\n' },
      ],
    })
  })

  test('reports changes of neighbouring lines as a conflict', () => {
    expect(merge3('1\n2\n', 'A\n2\n', '1\nB\n').outcome).toBe('conflict')
  })

  test('takes a change on one side only', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(merge3(base, other, base)).toEqual({ outcome: 'clean', text: other })
        expect(merge3(base, base, other)).toEqual({ outcome: 'clean', text: other })
        expect(merge3(base, other, other)).toEqual({ outcome: 'clean', text: other })
      }),
    )
  })

  test('is symmetric', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const one = merge3(base, mine, theirs)
        const other = merge3(base, theirs, mine)
        expect(one.outcome).toBe(other.outcome)
        if (one.outcome === 'clean' && other.outcome === 'clean') expect(one.text).toBe(other.text)
        if (one.outcome === 'conflict' && other.outcome === 'conflict') {
          expect(resolveConflicts(one.parts, 'mine')).toBe(resolveConflicts(other.parts, 'theirs'))
          expect(one.parts.length).toBe(other.parts.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('loses nothing of mine: reverting their changes restores my text', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merge = merge3(base, mine, theirs)
        if (merge.outcome !== 'conflict') return
        // Every conflict is a piece of each text, in order.
        for (const [whole, side] of [
          [base, 'base'],
          [mine, 'mine'],
          [theirs, 'theirs'],
        ] as const) {
          let from = 0
          for (const part of merge.parts) {
            if (part.kind === 'agreed') continue
            const at = whole.indexOf(part[side], from)
            expect(at).toBeGreaterThanOrEqual(from)
            from = at + part[side].length
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('always merges changes to separate blocks cleanly', () => {
    const block = fc.array(line, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(block, block, block, block, (top, newTop, bottom, newBottom) => {
        const middle = ['===1', '===2', '===3']
        const join = (...blocks: string[][]) =>
          blocks
            .flat()
            .map((one) => `${one}\n`)
            .join('')
        const merge = merge3(join(top, middle, bottom), join(newTop, middle, bottom), join(top, middle, newBottom))
        expect(merge).toEqual({ outcome: 'clean', text: join(newTop, middle, newBottom) })
      }),
    )
  })
})
