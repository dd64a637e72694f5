import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitsBudget, parseJsonWithin } from './json-budget.ts'

const roomy = { values: 1_000, depth: 10 }

/** The same count from the parsed value. */
function count(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 }
  const inner = Object.values(value).map(count)
  return {
    values: inner.reduce((sum, each) => sum + each.values, 1 + Math.max(0, inner.length - 1)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

describe('fitsBudget', () => {
  test('counts exactly what the parser builds, for any JSON text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const { values, depth } = count(JSON.parse(text))
        expect(fitsBudget(text, { values: values + 1, depth })).toBe(true)
        expect(fitsBudget(text, { values, depth })).toBe(false)
        if (depth > 0) expect(fitsBudget(text, { values: values + 1, depth: depth - 1 })).toBe(false)
      }),
    )
  })

  test.each([
    ['brackets and commas inside a string', JSON.stringify('[{,,,'.repeat(1_000)), true],
    ['an escaped quote before brackets', `"\\"${'['.repeat(2_000)}"`, true],
    ['an escaped backslash at the end of a string', `["\\\\"${',1'.repeat(2_000)}]`, false],
    ['a string without an end', `["${'['.repeat(2_000)}`, true],
    ['many empty objects', `[${'{},'.repeat(600)}{}]`, false],
    ['nested lists', `${'['.repeat(11)}${']'.repeat(11)}`, false],
  ])('tells %s', (_title, text, fits) => {
    expect(fitsBudget(text, roomy)).toBe(fits)
  })
})

test('parseJsonWithin returns the value, or undefined for a text that is not JSON or too large', () => {
  expect(parseJsonWithin('\ufeff{"a":[1]}', roomy)).toEqual({ a: [1] })
  expect(parseJsonWithin('{"a":', roomy)).toBeUndefined()
  expect(parseJsonWithin('[1,2,3]', { values: 2, depth: 1 })).toBeUndefined()
})
