/** Announces a text to screen readers, after what they are reading now. */
export function announce(words: string): void {
  const host = document.getElementById('announcer')
  if (host) host.textContent = words
}
