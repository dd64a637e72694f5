import { expect, test } from 'vitest'
import type { DefinedText, Definition } from './definition.ts'
import { isAmbiguous, isInAnother } from './same-definition.ts'
import { textPairs } from './text-pairs.ts'

/** Functions of these names and bodies, each on lines of its own, with an empty line between them. */
function textOf(...functions: [name: string, ...body: string[]][]): DefinedText {
  const lines: string[] = []
  const definitions: Definition[] = []
  for (const [name, ...body] of functions) {
    const line = lines.length + 1
    lines.push(`function ${name}() {`, ...body, '}', '')
    const where = { line, firstLine: line, lastLine: line + body.length + 1 }
    definitions.push({ kind: 'function', name, container: null, ...where, bodyHash: body.join(' ') })
  }
  return { lines, definitions }
}

const LOAD = ['  const rows = readRows(file)', '  return false']
const SAVE = ['  writeRows(file, sorted)', '  return false']

test('isInAnother is true for a repeated line that was found in a function that another one was', () => {
  const before = textOf(['load', ...LOAD], ['save', ...SAVE])
  expect(isInAnother({ text: before, anchor: [3] }, { text: before, anchor: [8] })).toBe(true)
  const renamed = textOf(['store', ...SAVE.with(0, '  writeRows(file, sorted, now)')])
  expect(isInAnother({ text: before, anchor: [3] }, { text: renamed, anchor: [3] })).toBe(true)
  expect(isInAnother({ text: before, anchor: [8] }, { text: renamed, anchor: [3] })).toBe(false)
})

test('isInAnother is true for a new function when the one of the anchor still exists', () => {
  const before = textOf(['load', ...LOAD])
  const after = textOf(['load', '  return cached(file)'], ['read', ...LOAD.with(0, '  const rows = readRows(file, 1)')])
  expect(isInAnother({ text: before, anchor: [4] }, { text: after, anchor: [8] })).toBe(true)
})

test('isAmbiguous is true for lines that are short or repeated in one of the texts', () => {
  const before = textOf(['load', ...LOAD], ['save', ...SAVE]).lines
  const isAmbiguousIn = (after: readonly string[], ...anchor: number[]) => {
    const texts = textPairs()(before.join('\n'), after.join('\n'))
    return isAmbiguous(anchor, texts.before, texts.after)
  }
  expect(isAmbiguousIn(before, 2)).toBe(false)
  expect(isAmbiguousIn(before, 3)).toBe(true)
  expect(isAmbiguousIn(before, 4)).toBe(true)
  expect(isAmbiguousIn(before, 2, 3)).toBe(false)
  expect(isAmbiguousIn([...before, ...LOAD], 2, 3)).toBe(true)
})
