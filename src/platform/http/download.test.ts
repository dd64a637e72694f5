import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment } from './download.ts'

test('the stored name is given exactly, whatever it holds', () => {
  expect(attachment('קובץ "1".py')).toBe(
    `attachment; filename="____ _1_.py"; filename*=UTF-8''%D7%A7%D7%95%D7%91%D7%A5%20%221%22.py`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const exact = /filename\*=UTF-8''(\S+)$/.exec(attachment(name))?.[1] ?? ''
      expect(decodeURIComponent(exact)).toBe(name)
      expect(attachment(name)).toMatch(/^[\x20-\x7e]+$/)
    }),
  )
})
