import { expect, test } from 'vitest'
import { packRows, unpackRows } from './packed-rows.ts'

test.each([0, 1, 100, 101, 1_234])('unpackRows returns the %i rows that were packed, in order', async (length) => {
  const rows = Array.from({ length }, (_, i) => ({ path: `${i}\n"א`, inTrash: i % 2 === 0 }))
  expect(await Array.fromAsync(unpackRows(packRows(rows)))).toEqual(rows)
})
