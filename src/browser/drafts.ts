/** Unsaved text survives a crash, a closed tab and an expired session; it is deleted when the server has it. */
const PREFIX = 'draft:'

/** False when storage is full or not available. */
export function saveDraft(key: string, text: string): boolean {
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

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Without storage there was nothing to remove.
  }
}

/** Keys of the drafts with this prefix. */
export function listDraftKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}
