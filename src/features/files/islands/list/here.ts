import { signal } from '@preact/signals'
import type { Filters } from './filters.ts'

export type Failure = { text: string; requestId: string; retry: (() => void) | null }

/** State shared by both islands of the page. Set in the browser only: on the server all users would share it. */
export const here = signal<Filters | null>(null)
/** True when loading takes longer than a moment. */
export const isSlow = signal(false)
export const failure = signal<Failure | null>(null)
/** Files that arrived while the list was open; `all`: a whole page of them, perhaps more. */
export const arrived = signal<{ n: number; all: boolean } | null>(null)

export function announce(text: string): void {
  const announcer = document.getElementById('announcer')
  if (announcer) announcer.textContent = text
}
