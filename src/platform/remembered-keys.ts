import { boundedCache } from './bounded-cache.ts'

const MAX_KEYS = 10_000

/**
 * Looks up where a token leads, and remembers it: a token never leads to another row. Whether that row still exists is for the
 * caller to read each time. A token that leads nowhere is looked up again.
 */
export function rememberedKeys<Key extends object>(find: (tokenHash: Buffer) => Promise<Key | null>) {
  const known = boundedCache<Key>(MAX_KEYS)
  return async (tokenHash: Buffer): Promise<Key | null> => {
    const name = tokenHash.toString('hex')
    const key = known.get(name) ?? (await find(tokenHash))
    return key && known.put(name, key, 1)
  }
}
