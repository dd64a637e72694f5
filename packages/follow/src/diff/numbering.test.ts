import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineNumbering } from './numbering.ts'

/** Pieces of lines and of line ends, so that a text may differ from another one between CR and LF. */
const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r', '\r\n', 'x'.repeat(300)), { maxLength: 30 })
  .map((parts) => parts.join(''))

test('a text that is read beside a similar one has the same lines and ids as one that is read alone', () => {
  fc.assert(
    fc.property(text, text, text, text, (head, before, after, tail) => {
      const read = lineNumbering()
      const earlier = read(head + before + tail)
      const later = read(head + after + tail, earlier)
      expect(later).toEqual(read(head + after + tail))
    }),
    { numRuns: 500 },
  )
})

test('lines that both texts begin and end with are not read again', () => {
  const read = lineNumbering()
  const earlier = read('one\ntwo\nthree\nfour\n')
  const later = read('one\n2\nthree\nfour\n', earlier)
  expect([0, 1, 2, 3].filter((i) => later.lines[i] === earlier.lines[i])).toEqual([0, 2, 3])
})
