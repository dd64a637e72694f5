import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { uuidV7 } from './ids.ts'

const position = fc
  .record({
    at: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
    random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
  })
  .map(({ at, random }) => ({ at, id: uuidV7<'file'>(at, random) }))

describe('S33: cursors', () => {
  test('make the round trip at full precision', () => {
    fc.assert(
      fc.property(position, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  test('differ for different positions', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const same = a.at.getTime() === b.at.getTime() && a.id === b.id
        expect(encodeCursor(a) === encodeCursor(b)).toBe(same)
      }),
    )
  })

  test('are null for any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(decodeCursor(text)).toBeNull()
      }),
    )
    for (const text of [
      '',
      'abc',
      '=',
      btoa('1.2'),
      `${encodeCursor({ at: new Date(1), id: uuidV7(new Date(1), new Uint8Array(10)) })}A`,
    ]) {
      expect(decodeCursor(text)).toBeNull()
    }
  })
})
