/** The other tabs of the site, and its service worker. */
export type TabChannel<T> = { post: (message: T) => void; close: () => void }

/** A message reaches all other tabs, but not its sender. */
export function openTabChannel<T>(name: string, hear: (message: T) => void): TabChannel<T> {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data))
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}
