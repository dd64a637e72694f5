import { expect, it } from 'vitest'
import { readTags } from './tags.ts'

it('parseTags splits at commas, trims and drops duplicates', () => {
  expect(readTags([' work, בית ', 'work', ''])).toEqual(['work', 'בית'])
})

it('parseTags rejects a tag of 51 characters and a list of 21 tags', () => {
  expect(readTags(['ש'.repeat(51)])).toBeNull()
  expect(readTags([Array.from({ length: 21 }, (_, i) => `t${i}`).join(',')])).toBeNull()
})
