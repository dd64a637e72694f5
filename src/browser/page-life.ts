/** This device's clock: for timers and relative times, never for stored values. */
export function deviceNow(): number {
  return Date.now()
}

/** A globally unique id. */
export function newLocalId(): string {
  return `new-${crypto.randomUUID()}`
}

/** A random number from 0 to 1 for this page: delays scaled by it spread the requests of many pages. */
export function jitter(): number {
  return (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256
}

type Life = { leaving: () => void; back: () => void; online: () => void }

/** Called when the page is about to close, is visible again, or is online again. Returns the function that stops it. */
export function onPageLifecycle({ leaving, back, online }: Life): () => void {
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

/** The back-forward cache restores a page as it was left, even after signing out. Reload it from the server. */
export function reloadWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    document.documentElement.hidden = true
    window.location.reload()
  })
}
