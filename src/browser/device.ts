/** The zone that this device's clock is in. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A small yes that this browser keeps for one person; false where it lets nothing be stored. */
export function wasTold(key: string): boolean {
  try {
    return localStorage.getItem(`told:${key}`) !== null
  } catch {
    return false
  }
}

export function tell(key: string): void {
  try {
    localStorage.setItem(`told:${key}`, '')
  } catch {
    // Then it is asked again.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`told:${key}`)
  } catch {
    // Nothing was kept either.
  }
}
