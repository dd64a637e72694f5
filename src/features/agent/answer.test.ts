import { describe, expect, test } from 'vitest'
import { ANSWER_BYTES, bytesOf, fitting, partOf, type Spot } from './answer.ts'

/** What a reader who always asks for the rest gets in all. */
function walk(text: string, maxBytes?: number): string[] {
  const parts: string[] = []
  let spot: Spot | null = { line: 1, char: 0 }
  while (spot) {
    const part = partOf(text, spot, maxBytes)
    if (!part) throw new Error('the rest is not there')
    parts.push(part.text)
    spot = part.next
  }
  return parts
}

describe('parts of a text', () => {
  test('a small one is whole', () => {
    expect(partOf('a\nb\n', { line: 1, char: 0 })).toEqual({ text: 'a\nb\n', toLine: 2, lineCount: 2, next: null })
    expect(partOf('', { line: 1, char: 0 })).toMatchObject({ text: '', next: null })
  })

  test('read to the end they are the text, to the byte', () => {
    const nasty = 'שלום\r\n' + '🧑🏽‍🚀'.repeat(50) + '\rאֱ' + 'x'.repeat(500) + '\n\n' + 'סוף'
    for (const max of [7, 40, 100, 1_000]) {
      const parts = walk(nasty, max)
      expect(parts.join('')).toBe(nasty)
      expect(Math.max(...parts.map(bytesOf))).toBeLessThanOrEqual(max)
    }
  })

  test('whole lines while they fit, and a letter is not cut from its marks', () => {
    expect(walk('one\ntwo\nthree\n', 8)).toEqual(['one\ntwo\n', 'three\n'])
    expect(walk('🧑🏽‍🚀🧑🏽‍🚀', 20)).toEqual(['🧑🏽‍🚀', '🧑🏽‍🚀'])
  })

  test('behind the end there is nothing', () => {
    expect(partOf('a\n', { line: 2, char: 0 })).toBeNull()
    expect(partOf('a', { line: 1, char: 1 })).toBeNull()
  })

  test('two megabytes on one line are cut', () => {
    const part = partOf('א'.repeat(1_000_000), { line: 1, char: 0 })
    expect(bytesOf(part?.text ?? '')).toBeLessThan(ANSWER_BYTES)
    expect(part?.next).toEqual({ line: 1, char: (part?.text ?? '').length })
  })
})

test('of a list as many as fit, and always one', () => {
  const item = { text: 'x'.repeat(1_000) }
  expect(fitting(Array.from({ length: 100 }, () => item))).toBe(10)
  expect(fitting([{ text: 'x'.repeat(100_000) }, item])).toBe(1)
  expect(fitting([])).toBe(0)
})
