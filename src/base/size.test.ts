import { expect, test, vi } from 'vitest'
import { formatSize } from './size.ts'

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [3_149, '3.1 KB'],
  [250_400, '245 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [2 * 1024 ** 2, '2 MB'],
  [5 * 1024 ** 3, '5 GB'],
  [5_000 * 1024 ** 3, '5,000 GB'],
])('formatSize writes %i bytes in units of 1,024', (bytes, text) => {
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
