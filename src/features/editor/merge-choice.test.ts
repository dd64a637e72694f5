import { describe, expect, it } from 'vitest'
import { merge3 } from '#base/diff/merge.ts'
import { countConflicts, mergedText } from './merge-choice.ts'

const merge = merge3('a\nb\nc\nd\ne', 'a\nMINE\nc\nd\nE', 'a\nTHEIRS\nc\nd\nEE')
const parts = merge.outcome === 'conflict' ? merge.parts : []

describe('mergedText', () => {
  it('is null until every conflict is decided', () => {
    expect(countConflicts(parts)).toBe(2)
    expect(mergedText(parts, ['mine'])).toBeNull()
  })

  it('joins the chosen sides, or both one after the other', () => {
    expect(mergedText(parts, ['mine', 'theirs'])).toBe('a\nMINE\nc\nd\nEE')
    expect(mergedText(parts, ['both', 'both'])).toBe('a\nMINE\nTHEIRS\nc\nd\nE\nEE')
  })
})
