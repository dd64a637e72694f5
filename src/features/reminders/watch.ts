import type { Watch, WatchedSymbol } from '#features/following/watch.ts'
import type { Change } from './change.ts'

/** What a watch is of: the lines of its note, or the function or type around them. */
export type WatchOf = 'lines' | 'symbol'

/** The watch of a note, and what it found. */
export type ReadWatch = {
  /** The note is on lines of code. */
  canWatch: boolean
  watch: Watch | null
  /** The function or type that can be watched instead of the lines. */
  enclosing: WatchedSymbol | null
  change: Change | null
}
