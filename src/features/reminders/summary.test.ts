import { describe, expect, it } from 'vitest'
import { nextInSeconds } from './summary.ts'

const now = new Date('2026-11-15T09:30:00.500Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('nextInSeconds', () => {
  it.each([
    { situation: 'nothing due, nothing ahead', due: 0, next: null, asks: null },
    { situation: 'nothing due, one ahead', due: 0, next: inSeconds(4000), asks: 4000 },
    { situation: 'a badge, nothing ahead', due: 2, next: null, asks: 300 },
    { situation: 'a badge, the next one near', due: 1, next: inSeconds(42), asks: 42 },
    { situation: 'a badge, the next one far', due: 1, next: inSeconds(4000), asks: 300 },
    { situation: 'S7: part of a second is rounded up', due: 0, next: inSeconds(0.001), asks: 1 },
    { situation: 'S7: a moment that passed while we counted is never negative', due: 0, next: inSeconds(-3), asks: 0 },
  ])('$situation: $asks', ({ due, next, asks }) => {
    expect(nextInSeconds(now, { due, next })).toBe(asks)
  })
})
