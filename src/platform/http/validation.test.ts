import { expect, test } from 'vitest'
import { z } from 'zod'
import { validateWithZod } from './validation.ts'

function validate(schema: z.ZodType, data: unknown): unknown {
  const check = validateWithZod({ schema, method: 'POST', url: '/', httpPart: 'body' })
  return check(data)
}

test('validation stops at the first wrong item of a list, and names it', () => {
  let looked = 0
  const Item = z.string().or(z.custom(() => (looked += 1) < 0))
  const result = validate(z.strictObject({ ids: z.array(Item) }), { ids: Array.from({ length: 5_000 }, (_, i) => i) })
  expect(result).toMatchObject({ error: { code: 'invalid_input', context: { field: 'ids.0' } } })
  expect(looked).toBe(1)
})

test.each([
  [{ a: 1, b: 2 }, { field: 'b' }],
  [{ a: 'x' }, { field: 'a' }],
  [{ a: 11 }, { field: 'a', max: 10 }],
  [{ a: 1.5 }, { field: 'a' }],
])('validation names the field of %j', (body, context) => {
  expect(validate(z.strictObject({ a: z.int().max(10) }), body)).toMatchObject({
    error: { status: 400, code: 'invalid_input', context },
  })
})

test('a body that is not an object is an invalid payload', () => {
  expect(validate(z.strictObject({}), 'text')).toMatchObject({ error: { code: 'invalid_payload' } })
})
