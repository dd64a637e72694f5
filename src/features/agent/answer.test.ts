import { describe, expect, test } from 'vitest'
import { ANSWER_BYTES, bytesOf, countFitting, partOf, type TextPosition } from './answer.ts'

/** Reads part after part until nothing remains. */
function walk(text: string, maxBytes?: number): string[] {
  const parts: string[] = []
  let spot: TextPosition | null = { line: 1, char: 0 }
  while (spot) {
    const part = partOf(text, spot, maxBytes)
    if (!part) throw new Error('the rest is not there')
    parts.push(part.text)
    spot = part.next
  }
  return parts
}

describe('text parts', () => {
  test('a short text fits into one part', () => {
    expect(partOf('a\nb\n', { line: 1, char: 0 })).toEqual({ text: 'a\nb\n', toLine: 2, lineCount: 2, next: null })
    expect(partOf('', { line: 1, char: 0 })).toMatchObject({ text: '', next: null })
  })

  test('all parts together equal the text byte for byte', () => {
    const nasty = 'שלום\r\n' + '🧑🏽‍🚀'.repeat(50) + '\rאֱ' + 'x'.repeat(500) + '\n\n' + 'סוף'
    for (const max of [7, 40, 100, 1_000]) {
      const parts = walk(nasty, max)
      expect(parts.join('')).toBe(nasty)
      expect(Math.max(...parts.map(bytesOf))).toBeLessThanOrEqual(max)
    }
  })

  test('a part holds whole lines and never splits a grapheme', () => {
    expect(walk('one\ntwo\nthree\n', 8)).toEqual(['one\ntwo\n', 'three\n'])
    expect(walk('🧑🏽‍🚀🧑🏽‍🚀', 20)).toEqual(['🧑🏽‍🚀', '🧑🏽‍🚀'])
  })

  test('a position behind the end returns null', () => {
    expect(partOf('a\n', { line: 2, char: 0 })).toBeNull()
    expect(partOf('a', { line: 1, char: 1 })).toBeNull()
  })

  test('a line of two megabytes is split', () => {
    const part = partOf('א'.repeat(1_000_000), { line: 1, char: 0 })
    expect(bytesOf(part?.text ?? '')).toBeLessThan(ANSWER_BYTES)
    expect(part?.next).toEqual({ line: 1, char: (part?.text ?? '').length })
  })
})

test('fitting returns as many list items as fit, and at least one', () => {
  const item = { text: 'x'.repeat(1_000) }
  expect(countFitting(Array.from({ length: 100 }, () => item))).toBe(10)
  expect(countFitting([{ text: 'x'.repeat(100_000) }, item])).toBe(1)
  expect(countFitting([])).toBe(0)
})
