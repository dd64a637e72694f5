/**
 * The results of promises in the order in which they settle. It ends with the first rejection. `Promise.race` has listened to all of them, so that a later
 * rejection is not an unhandled one.
 */
export async function* arrivals<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promises.map((promise, i) => [i, promise.then((value) => ({ i, value }))]))
  while (waiting.size > 0) {
    const { i, value } = await Promise.race(waiting.values())
    waiting.delete(i)
    yield value
  }
}
