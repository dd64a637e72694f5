import { expect, it } from 'vitest'
import { ageOf, AGES } from './blame-age.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

it('ageOf gives the newest commit the last step, the oldest the first, and others a step by their time', () => {
  const age = ageOf([day(11), day(1), day(5)])
  expect([day(1), day(5), day(11)].map(age)).toEqual([0, 2, AGES.length - 1])
})

it('ageOf has one step for a file of one commit', () => {
  expect(ageOf([day(3), day(3)])(day(3))).toBe(0)
})
