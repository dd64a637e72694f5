/** Batches in order, each of at most `max` bytes and `maxItems` items; an oversized item is a batch of its own. */
export function* batchBySize<T>(
  all: readonly T[],
  sizeOf: (item: T) => number,
  max: number,
  maxItems = Number.POSITIVE_INFINITY,
): Generator<T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const item of all) {
    if (batch.length > 0 && (batch.length >= maxItems || bytes + sizeOf(item) > max)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += sizeOf(item)
  }
  if (batch.length > 0) yield batch
}
