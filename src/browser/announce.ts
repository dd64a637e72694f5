/** Says something to those who hear the page, when they are done with what they hear now. */
export function announce(words: string): void {
  const host = document.getElementById('announcer')
  if (host) host.textContent = words
}
