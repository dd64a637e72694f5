import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseId } from '#base/ids.ts'
import { decodeListCursor, encodeListCursor } from './list-order.ts'

const id = parseId<'file'>('0123456789abcdef0123456789abcdef')
if (!id) throw new Error('not an id')

describe('a cursor of the file list', () => {
  test('is read back in its order, with any name', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(name, (key) => {
        expect(decodeListCursor(encodeListCursor({ key, id }), 'name_asc')).toEqual({ key, id })
      }),
    )
    fc.assert(
      fc.property(fc.nat(), (key) => {
        const size = key % 1_000_000_000
        expect(decodeListCursor(encodeListCursor({ key: size, id }), 'size_desc')).toEqual({ key: size, id })
      }),
    )
    const key = new Date(1_700_000_000_123)
    for (const sort of ['created_at_desc', 'created_at_asc', 'updated_at_desc'] as const)
      expect(decodeListCursor(encodeListCursor({ key, id }), sort)).toEqual({ key, id })
  })

  test('is refused when it is not ours, holds a control character, or belongs to another order', () => {
    for (const text of [
      '',
      'x',
      '????',
      'AAAA',
      encodeListCursor({ key: '\0', id }),
      `${encodeListCursor({ key: 1, id })}=`,
    ])
      for (const sort of ['name_asc', 'size_desc', 'updated_at_desc'] as const)
        expect(decodeListCursor(text, sort), `${text} ${sort}`).toBeNull()
    expect(decodeListCursor(encodeListCursor({ key: 'a.py', id }), 'size_desc')).toBeNull()
    expect(decodeListCursor(encodeListCursor({ key: 'a.py', id }), 'updated_at_desc')).toBeNull()
  })
})
