import { expect, test, vi } from 'vitest'
import { formatSize } from './size.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [3_149, '3.1 kB'],
  [250_400, '250 kB'],
  [2 * 1024 * 1024, '2.1 MB'],
  [5_000_000_000, '5 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('formatSize writes %i bytes in units of a thousand', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toBe(text)
  expect(formatSize(bytes, 'he')).toBe(text)
})

test('formatSize makes no formatter until it is called, and keeps it', async () => {
  vi.resetModules()
  const make = vi.spyOn(Intl, 'NumberFormat')
  const fresh = await import('./size.ts')
  expect(make).not.toHaveBeenCalled()
  for (const bytes of [1, 2_000, 3_000_000]) fresh.formatSize(bytes, 'en')
  expect(make).toHaveBeenCalledTimes(2)
})
