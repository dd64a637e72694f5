import { expect, test } from 'vitest'
import { LOCALES } from '#base/messages.ts'
import { ACTS } from '#platform/acts.ts'
import { targetHref } from './act.ts'
import { actsMessages } from './messages/acts.ts'

test('every act has its words in both languages', () => {
  for (const locale of LOCALES) expect(ACTS.filter((act) => !(act in actsMessages(locale)))).toEqual([])
})

test('what an act was done to can be looked at, where it has a page', () => {
  expect(targetHref({ target: { type: 'user', id: '1003' } })).toBe('/admin/users?q=1003')
  expect(targetHref({ target: { type: 'job', id: 'a b' } })).toBe('/admin/jobs#a%20b')
  expect(targetHref({ target: { type: 'something', id: '1' } })).toBeNull()
})
