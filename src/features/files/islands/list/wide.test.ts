import { describe, expect, it } from 'vitest'
import { filtersFrom } from './filters.ts'
import { isWider, offerText } from './wide.ts'

const ids = (n: number) => Array.from({ length: n }, (_, i) => `id${i}`)

describe('selecting all matching files', () => {
  it.each([
    ['all of a library', ids(312), 312, {}, 'Select all 312 files'],
    ['all that match', ids(312), 312, { q: 'x' }, 'Select all 312 that match'],
    ['the first thousand of a counted library', ids(1_000), 48_120, {}, 'Select the first 1,000 of 48,120'],
    [
      'the first thousand when the total is unknown',
      ids(1_000),
      null,
      { lang: 'Go' },
      'Select the first 1,000 (there are more)',
    ],
  ])('offers %s', (_, found, total, ask, words) => {
    expect(offerText({ ids: found, total }, filtersFrom(ask), 'en')).toBe(words)
  })

  it('is offered only when it selects more than the ticked rows', () => {
    expect(isWider({ ids: ids(21), total: 21 }, ids(20))).toBe(true)
    expect(isWider({ ids: ids(20), total: 20 }, ids(20))).toBe(false)
  })

  it('is not offered when it would leave out a ticked row, unless that file is gone', () => {
    expect(isWider({ ids: ids(1_000), total: null }, ['id7', 'far below'])).toBe(false)
    expect(isWider({ ids: ids(30), total: 30 }, ['id7', 'deleted elsewhere'])).toBe(true)
  })
})
