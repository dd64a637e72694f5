import { pause } from './sleep.ts'

/** The connection often returns before the failure is reported, and a restarting server answers soon. */
const PAUSES_MS = [1_000, 4_000]

/** Loads a chunk: offline it waits for the connection. Repeated failures reject. */
export async function loadWhenOnline<T>(load: () => Promise<T>, pauses: readonly number[] = PAUSES_MS): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return loadWhenOnline(load, pauses)
    }
    const [next, ...rest] = pauses
    if (next === undefined) throw error
    await pause(next)
    return loadWhenOnline(load, rest)
  }
}
