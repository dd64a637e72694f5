/** The same site in other tabs, and its service worker. */
export type Tabs<T> = { say: (message: T) => void; close: () => void }

/** What one says all others hear; whoever says it does not hear itself. */
export function openTabs<T>(name: string, hear: (message: T) => void): Tabs<T> {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data))
  return { say: (message) => channel.postMessage(message), close: () => channel.close() }
}
