/** This device's clock: for pauses and for "a minute ago", never for what is stored. */
export function deviceNow(): number {
  return Date.now()
}

/** A name that no other page of any device gives. */
export function newKey(): string {
  return `new-${crypto.randomUUID()}`
}

/** This page's place among all pages of the world, from 0 to 1: who waits by it does not wait in step with others. */
export function ownShare(): number {
  return (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256
}

type Life = { leaving: () => void; back: () => void; online: () => void }

/** The page is about to go, is looked at again, has a connection again. The answer ends it. */
export function watchPage({ leaving, back, online }: Life): () => void {
  const seen = () => (document.visibilityState === 'hidden' ? leaving() : back())
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('pagehide', leaving)
  window.addEventListener('focus', back)
  window.addEventListener('online', online)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('pagehide', leaving)
    window.removeEventListener('focus', back)
    window.removeEventListener('online', online)
  }
}
