import { expect, test, vi } from 'vitest'
import { rememberedKeys } from './remembered-keys.ts'

test('rememberedKeys looks up a known token once, and an unknown one each time', async () => {
  const find = vi.fn(async (hash: Buffer) => (hash.equals(Buffer.from('known')) ? { userId: 7 } : null))
  const findKey = rememberedKeys(find)
  for (let i = 0; i < 2; i++) expect(await findKey(Buffer.from('known'))).toEqual({ userId: 7 })
  expect(find).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 2; i++) expect(await findKey(Buffer.from('unknown'))).toBeNull()
  expect(find).toHaveBeenCalledTimes(3)
})
