import { describe, expect, test } from 'vitest'
import { combineWrites, isSameJson, type Write } from './combine-writes.ts'

type State = { updatedAt: string; text: string }

const at = (updatedAt: string, text = updatedAt) => ({ updatedAt, text })
const isSame = (a: { text: string }, b: { text: string }) => a.text === b.text

describe('combineWrites', () => {
  test('returns the first state and the last, whatever the order of the steps', () => {
    const steps: Write<State>[] = [
      { before: at('2'), after: at('3') },
      { before: null, after: at('1') },
      { before: at('1'), after: at('2') },
    ]
    expect(combineWrites(steps, isSame)).toEqual({ outcome: 'whole', first: null, last: at('3') })
  })

  test('is broken when another writer wrote between the steps', () => {
    const steps = [
      { before: at('1'), after: at('2') },
      { before: at('3'), after: at('4') },
    ]
    expect(combineWrites(steps, isSame)).toEqual({ outcome: 'broken' })
    expect(combineWrites<State>([], isSame)).toEqual({ outcome: 'broken' })
  })

  test('ignores a change of updatedAt alone', () => {
    const steps = [
      { before: at('1'), after: at('2', 'same') },
      { before: at('3', 'same'), after: at('4') },
    ]
    expect(combineWrites(steps, isSame)).toMatchObject({ outcome: 'whole', first: at('1') })
  })
})

test('isSameJson ignores the order of fields', () => {
  expect(isSameJson({ a: 1, b: { c: [1, 2], d: undefined } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  expect(isSameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
