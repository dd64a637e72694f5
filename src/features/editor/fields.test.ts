import { expect, test } from 'vitest'
import { readTags, writeTags } from './fields.ts'

test('readTags splits at commas, trims and drops duplicates', () => {
  expect(readTags(' python, כלים ,, python,\nשני מילים ')).toEqual(['python', 'כלים', 'שני מילים'])
  expect(readTags('')).toEqual([])
  expect(writeTags(['a', 'ב'])).toBe('a, ב')
})
