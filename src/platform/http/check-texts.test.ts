import { describe, expect, test } from 'vitest'
import { findUnstorable } from './check-texts.ts'
import { cpuMs } from '../../../test/cpu.ts'

describe('findUnstorable', () => {
  test.each([
    [{ a: 'fine', b: [1, null, true, { c: 'שלום 👍' }] }, null],
    [{ a: 'a\0b' }, 'a'],
    [{ a: ['x', '\ud800'] }, 'a.1'],
    [{ a: { b: { c: { d: { e: '\0' } } } } }, 'a.b.c.d'],
    [{ 'a\0b': 1 }, 'body'],
    [{ a: { '\udc00': 1 } }, 'a'],
    ['\0', 'body'],
    [null, null],
    [Buffer.from('\0'), null],
  ])('names the invalid field of %j', (value, field) => {
    expect(findUnstorable(value)).toBe(field)
  })

  test('handles nesting that would overflow the stack, and a million numbers quickly', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`)
    expect(findUnstorable(deep)).toBe('0.0.0.0')
    const numbers = { list: Array(1_000_000).fill(0) }
    expect(cpuMs(() => expect(findUnstorable(numbers)).toBeNull())).toBeLessThan(1_000)
  })
})
