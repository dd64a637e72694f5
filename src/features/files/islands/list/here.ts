import { signal } from '@preact/signals'
import type { Filters } from './filters.ts'

export type Failure = { text: string; requestId: string; retry: (() => void) | null }

/** What both islands of the page know. Set in the browser only: on the server it would be shared by everybody. */
export const here = signal<Filters | null>(null)
/** Waiting for longer than a moment. */
export const isSlow = signal(false)
export const failure = signal<Failure | null>(null)
/** Files that arrived while somebody was reading; `all`: a whole page of them, perhaps more. */
export const arrived = signal<{ n: number; all: boolean } | null>(null)

export function announce(text: string): void {
  const announcer = document.getElementById('announcer')
  if (announcer) announcer.textContent = text
}
