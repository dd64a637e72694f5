/**
 * The results of promises in the order in which they settle. It ends with the first rejection; later ones are ignored, not unhandled, because
 * every promise has been in a race.
 */
export async function* arrivals<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promises.map((promise, i) => [i, promise.then((value) => ({ i, value }))]))
  while (waiting.size > 0) {
    const { i, value } = await Promise.race(waiting.values())
    waiting.delete(i)
    yield value
  }
}
