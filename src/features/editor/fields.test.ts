import { expect, test } from 'vitest'
import { readTags, writeTags } from './fields.ts'

test('tags stand in one box, apart by commas, each once', () => {
  expect(readTags(' python, כלים ,, python,\nשני מילים ')).toEqual(['python', 'כלים', 'שני מילים'])
  expect(readTags('')).toEqual([])
  expect(writeTags(['a', 'ב'])).toBe('a, ב')
})
