/** Fetches a part of the page: without a connection it comes when there is one. Any other failure is one. */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return whenOnline(load)
  }
}
