import { describe, expect, it } from 'vitest'
import { positionCard } from './tour.ts'

const view = { width: 400, height: 800 }
const card = { width: 300, height: 120 }

describe('position of the tour card', () => {
  it.each([
    ['below', { top: 10, bottom: 50, left: 100, right: 300 }, { top: 62, left: 50 }],
    ['above what is low', { top: 740, bottom: 790, left: 100, right: 300 }, { top: 608, left: 50 }],
    ['inside the left edge', { top: 10, bottom: 50, left: 0, right: 40 }, { top: 62, left: 8 }],
    ['inside the right edge', { top: 10, bottom: 50, left: 360, right: 400 }, { top: 62, left: 92 }],
  ])('%s', (_, target, expected) => {
    expect(positionCard(target, card, view)).toEqual(expected)
  })
})
