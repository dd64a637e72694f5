import { expect, test } from 'vitest'
import { isDeadlock, isUniqueViolation } from './violations.ts'

const failing = (fields: object) => Object.assign(new Error('failed'), fields)

test.each([
  { what: 'the very index', error: failing({ code: '23505', constraint: 'live_name' }), taken: true },
  { what: 'its part on a shard', error: failing({ code: '23505', constraint: 'live_name_102008' }), taken: true },
  {
    what: 'a message of a Citus worker, which has no field for the constraint',
    error: Object.assign(new Error('duplicate key value violates unique constraint "live_name_102008"'), {
      code: '23505',
    }),
    taken: true,
  },
  { what: 'another index', error: failing({ code: '23505', constraint: 'live_name_hash' }), taken: false },
  { what: 'another violation', error: failing({ code: '23503', constraint: 'live_name' }), taken: false },
  { what: 'any other failure', error: new Error('live_name'), taken: false },
  { what: 'what is no error', error: { code: '23505', constraint: 'live_name' }, taken: false },
])('isUniqueViolation returns $taken for $what', ({ error, taken }) => {
  expect(isUniqueViolation(error, 'live_name')).toBe(taken)
})

test('isDeadlock recognises a deadlock by its code', () => {
  expect(isDeadlock(failing({ code: '40P01' }))).toBe(true)
  expect(isDeadlock(failing({ code: '23505' }))).toBe(false)
  expect(isDeadlock(new Error('40P01'))).toBe(false)
})
