import { expect, test } from 'vitest'
import { LOCALES } from '#base/messages.ts'
import { ADMIN_ACTIONS } from '#platform/admin-actions.ts'
import { targetHref } from './act.ts'
import { actsMessages } from './messages/acts.ts'

test('every admin act has a label in both languages', () => {
  for (const locale of LOCALES) expect(ADMIN_ACTIONS.filter((act) => !(act in actsMessages(locale)))).toEqual([])
})

test('an audit entry links to its target when the target has a page', () => {
  expect(targetHref({ target: { type: 'user', id: '1003' } })).toBe('/admin/users?q=1003')
  expect(targetHref({ target: { type: 'job', id: 'a b' } })).toBe('/admin/jobs#a%20b')
  expect(targetHref({ target: { type: 'something', id: '1' } })).toBeNull()
})
