import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentHeader } from './download.ts'

test('attachment keeps the stored name exactly, whatever characters it has', () => {
  expect(attachmentHeader('קובץ "1".py')).toBe(
    `attachment; filename="____ _1_.py"; filename*=UTF-8''%D7%A7%D7%95%D7%91%D7%A5%20%221%22.py`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const exact = /filename\*=UTF-8''(\S+)$/.exec(attachmentHeader(name))?.[1] ?? ''
      expect(decodeURIComponent(exact)).toBe(name)
      expect(attachmentHeader(name)).toMatch(/^[\x20-\x7e]+$/)
    }),
  )
})
