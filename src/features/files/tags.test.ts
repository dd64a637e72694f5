import { expect, it } from 'vitest'
import { readTags } from './tags.ts'

it('tags are read as people type them: commas between, spaces around, none twice', () => {
  expect(readTags([' work, בית ', 'work', ''])).toEqual(['work', 'בית'])
})

it('a tag of 51 characters or 21 tags are not tags', () => {
  expect(readTags(['ש'.repeat(51)])).toBeNull()
  expect(readTags([Array.from({ length: 21 }, (_, i) => `t${i}`).join(',')])).toBeNull()
})
