import type { RunResult } from './result.ts'

/** The result of a form submission, as the next page shows it. */
export type RanOnce = { stdin: string; result: RunResult }
