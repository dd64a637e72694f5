import { signal } from '@preact/signals'
import type { Filters } from './filters.ts'

type Retry = { requestId: string; retry: () => void }
/** What failed: showing another list, appending a page, or an action, which says why. */
export type Failure = ({ of: 'list' | 'more' } & Retry) | ({ of: 'action'; text: string } & Retry)

/** State shared by both islands of the page. Set in the browser only: on the server all users would share it. */
export const here = signal<Filters | null>(null)
/** True when loading takes longer than a moment. */
export const isSlow = signal(false)
export const failure = signal<Failure | null>(null)
/** Files that arrived while the list was open; `all`: a whole page of them, perhaps more. */
export const arrived = signal<{ n: number; all: boolean } | null>(null)
