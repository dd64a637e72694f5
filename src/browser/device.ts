/** The time zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The prefix must not change: browsers of users have stored it. */
const storageKey = (hint: string) => `told:${hint}`

/** Whether a one-time hint was dismissed in this browser; false where storage is not available. */
export function isHintDismissed(key: string): boolean {
  try {
    return localStorage.getItem(storageKey(key)) !== null
  } catch {
    return false
  }
}

export function dismissHint(key: string): void {
  try {
    localStorage.setItem(storageKey(key), '')
  } catch {
    // Without storage the hint is displayed again.
  }
}

export function resetHint(key: string): void {
  try {
    localStorage.removeItem(storageKey(key))
  } catch {
    // Without storage there was nothing to remove.
  }
}
