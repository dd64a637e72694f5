/** Unsaved text outlives a crash, a closed tab and an ended session; it goes when the server has it. */
const PREFIX = 'draft:'

/** False when the browser has no room or lets nothing be stored. */
export function keepDraft(key: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + key, text)
    return true
  } catch {
    return false
  }
}

export function readDraft(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing could be stored either.
  }
}

/** Keys of the drafts that begin so. */
export function draftKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}
