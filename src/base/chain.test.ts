import { describe, expect, test } from 'vitest'
import { chainOf, sameJson, type Step } from './chain.ts'

type State = { updatedAt: string; text: string }

const at = (updatedAt: string, text = updatedAt) => ({ updatedAt, text })
const isSame = (a: { text: string }, b: { text: string }) => a.text === b.text

describe('what several writes did together', () => {
  test('the first beginning and the last end, in whatever order they are told', () => {
    const steps: Step<State>[] = [
      { before: at('2'), after: at('3') },
      { before: null, after: at('1') },
      { before: at('1'), after: at('2') },
    ]
    expect(chainOf(steps, isSame)).toEqual({ outcome: 'whole', first: null, last: at('3') })
  })

  test('is not told when somebody else wrote between them', () => {
    const steps = [
      { before: at('1'), after: at('2') },
      { before: at('3'), after: at('4') },
    ]
    expect(chainOf(steps, isSame)).toEqual({ outcome: 'broken' })
    expect(chainOf<State>([], isSame)).toEqual({ outcome: 'broken' })
  })

  test('what only moved the moment is not another state', () => {
    const steps = [
      { before: at('1'), after: at('2', 'same') },
      { before: at('3', 'same'), after: at('4') },
    ]
    expect(chainOf(steps, isSame)).toMatchObject({ outcome: 'whole', first: at('1') })
  })
})

test('two things say the same whatever the order of their fields', () => {
  expect(sameJson({ a: 1, b: { c: [1, 2], d: undefined } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
