import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countValues } from './plain-values.ts'

const max = { values: 1_000, containers: 100 }

const plain = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.date(),
    fc.array(tie('any')),
    // What V8 writes otherwise: a list that may have holes.
    fc.array(tie('any')).map((items) => Object.assign(Array.from({ length: items.length }), items)),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('any')),
    fc.array(fc.tuple(fc.string(), tie('any'))).map((entries) => new Map(entries)),
  ),
})).any

/** Lists, objects and maps. */
function containersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof Date || Buffer.isBuffer(value)) return 0
  const inner = value instanceof Map ? [...value.values()] : Object.values(value)
  return inner.reduce<number>((sum, each) => sum + containersIn(each), 1)
}

test('countValues counts what Node.js writes of any plain data', () => {
  fc.assert(
    fc.property(plain, (value) => {
      const bytes = serialize(value)
      const count = countValues(bytes, { values: 1e6, containers: 1e6 })
      expect(count.containers).toBe(containersIn(value))
      expect(deserialize(bytes)).toEqual(value)
    }),
  )
})

test.each([
  ['more containers than allowed', Array.from({ length: 100 }, () => [])],
  ['more texts than allowed', Array.from({ length: 1_000 }, () => '')],
  ['a list that is longer than its bytes', Object.assign(Array.from({ length: 0 }), { length: 2_000 })],
])('countValues refuses %s', (_, value) => {
  expect(() => countValues(serialize(value), max)).toThrow('too many values')
})

test('countValues refuses a value that is cut off, and bytes without a value', () => {
  const bytes = serialize('a text')
  expect(() => countValues(bytes.subarray(0, -1), max)).toThrow('cut off')
  expect(() => countValues(Buffer.from('{}'), max)).toThrow('not a value')
})
