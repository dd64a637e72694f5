import { pause } from './pause.ts'

/** A connection is often back before anybody hears that it was gone, and a server that starts anew answers soon. */
const PAUSES_MS = [1_000, 4_000]

/** Fetches a part of the page: without a connection it comes when there is one. What fails again and again is a failure. */
export async function whenOnline<T>(load: () => Promise<T>, pauses: readonly number[] = PAUSES_MS): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return whenOnline(load, pauses)
    }
    const [next, ...rest] = pauses
    if (next === undefined) throw error
    await pause(next)
    return whenOnline(load, rest)
  }
}
