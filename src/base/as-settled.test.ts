import { expect, test } from 'vitest'
import { arrivals } from './as-settled.ts'

test('arrivals yields results in the order in which they settle', async () => {
  const slow = Promise.withResolvers<string>()
  const quick = Promise.withResolvers<string>()
  const found = arrivals([slow.promise, quick.promise])
  quick.resolve('quick')
  expect(await found.next()).toEqual({ done: false, value: 'quick' })
  slow.resolve('slow')
  expect(await found.next()).toEqual({ done: false, value: 'slow' })
  expect(await found.next()).toEqual({ done: true, value: undefined })
})

test('arrivals rejects with the first rejection, and later ones are not unhandled', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const found = arrivals([first.promise, second.promise])
  first.reject(new Error('first'))
  await expect(found.next()).rejects.toThrow('first')
  // Vitest fails on an unhandled rejection.
  second.reject(new Error('second'))
  expect(await found.next()).toEqual({ done: true, value: undefined })
})
