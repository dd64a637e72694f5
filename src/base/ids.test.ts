import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpaqueId, parseId, uuidV7 } from './ids.ts'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const moment = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })

describe('ids', () => {
  test('are 32 hex digits of UUID version 7, variant 2', () => {
    fc.assert(
      fc.property(moment, bytes, (now, random) => {
        const id = uuidV7(now, random)
        expect(isOpaqueId(id)).toBe(true)
        expect(id[12]).toBe('7')
        expect('89ab').toContain(id[16])
      }),
    )
  })

  test('sort by time', () => {
    fc.assert(
      fc.property(moment, moment, bytes, bytes, (a, b, ra, rb) => {
        fc.pre(a.getTime() < b.getTime())
        expect(uuidV7(a, ra) < uuidV7(b, rb)).toBe(true)
      }),
    )
  })

  test('reject any other text', () => {
    for (const text of ['', 'abc', '0'.repeat(33), '../../etc', 'G'.repeat(32)]) expect(parseId(text)).toBeNull()
  })
})
