import type { File } from './file.ts'
import type { ListCursor } from './list-order.ts'

/** How many files were not searched when the time for patterns was up, and after how long that was. */
export type Unsearched = { files: number; ms: number }

/** `next` is where the next page begins; null at the end of the list. */
export type FoundPage = { files: File[]; next: ListCursor | null; unsearched: Unsearched | null }
