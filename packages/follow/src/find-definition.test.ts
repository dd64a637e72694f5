import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { findDefinition } from './find-definition.ts'

const define = (name: string, firstLine: number, more: Partial<Definition> = {}): Definition => ({
  kind: 'function',
  name,
  container: null,
  line: firstLine,
  firstLine,
  lastLine: firstLine + 2,
  bodyHash: '',
  ...more,
})
const TEXT = 'def total():\n    return 1\n'
const watched = (lines: readonly number[] = [], container: string | null = null) => ({
  definition: { kind: 'function', name: 'total', container },
  text: TEXT,
  lines,
})
const find = (definitions: readonly Definition[], before = watched(), texts: Record<number, string> = {}) =>
  findDefinition(definitions, ({ firstLine }) => texts[firstLine] ?? 'other\n', before)

test('findDefinition finds the only definition of the name, wherever it is and whatever its text', () => {
  const total = define('total', 40)
  expect(find([define('tax', 1), total])).toBe(total)
  expect(find([define('tax', 1), total], watched([2]))).toBe(total)
})

test('findDefinition ignores a namesake of another kind or in another container', () => {
  const method = define('total', 5, { kind: 'method', container: 'Invoice' })
  expect(find([method])).toBeNull()
  const own = define('total', 40)
  expect(find([method, own])).toBe(own)
})

test('findDefinition takes the overload around the lines, else the one with the same text', () => {
  const [first, second] = [define('total', 1), define('total', 11)]
  expect(find([first, second], watched([12]))).toBe(second)
  expect(find([first, second], watched([12]), { 1: TEXT })).toBe(second)
  expect(find([first, second], watched(), { 1: TEXT })).toBe(first)
  expect(find([first, second])).toBeNull()
})

test('findDefinition follows a renamed definition by the lines, and a renamed container by the text', () => {
  const sum = define('sum', 10)
  expect(find([define('tax', 1), sum], watched([11]))).toBe(sum)
  expect(find([define('tax', 1), sum])).toBeNull()
  const moved = define('total', 10, { kind: 'method', container: 'Bill' })
  expect(find([moved], watched([], 'Invoice'), { 10: TEXT.replace('\n', '  \n') })).toBe(moved)
})

test('findDefinition does not take the function around an inlined one for it', () => {
  const outer = define('outer', 1, { lastLine: 20 })
  expect(find([outer], watched([5], 'outer'))).toBeNull()
})
