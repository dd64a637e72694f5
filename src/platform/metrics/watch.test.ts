import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerGauges } from './watch.ts'

test('a failed reading is omitted and reported once per scrape, and the scrape succeeds', async () => {
  const registry = new Registry()
  const errors: unknown[] = []
  const gauges = { first: { help: 'a' }, second: { help: 'b', labels: ['x'] } }
  const away = new Error('away')
  registerGauges(
    registry,
    gauges,
    () => Promise.reject(away),
    (error) => errors.push(error),
  )
  expect(await registry.metrics()).not.toMatch(/^(first|second).*\d$/m)
  expect(errors).toEqual([away])
})
