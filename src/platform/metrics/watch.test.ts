import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { watch } from './watch.ts'

test('what cannot be read is missing, told once a scrape, and the scrape goes on', async () => {
  const registry = new Registry()
  const errors: unknown[] = []
  const gauges = { first: { help: 'a' }, second: { help: 'b', labels: ['x'] } }
  const away = new Error('away')
  watch(
    registry,
    gauges,
    () => Promise.reject(away),
    (error) => errors.push(error),
  )
  expect(await registry.metrics()).not.toMatch(/^(first|second).*\d$/m)
  expect(errors).toEqual([away])
})
