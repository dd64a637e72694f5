/** An LRU cache with a total weight. */
export function boundedCache<T>(maxWeight: number) {
  const entries = new Map<string, { value: T; weight: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map iterates in insertion order, so inserting again makes it the last to be evicted.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    put(key: string, value: T, weight: number): T {
      drop(key)
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) break
        drop(oldest)
      }
      return value
    },
    drop,
    size: () => entries.size,
  }
}
