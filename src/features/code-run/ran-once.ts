import type { RunResult } from './result.ts'

/** A run that a form asked for, as the next page shows it. */
export type RanOnce = { stdin: string; result: RunResult }
