/** Why the sandbox ended the run; null when the program ended by itself. */
export type RunError = 'timeout' | 'memory_limit' | 'process_limit' | 'output_limit' | 'import_not_allowed' | 'stopped'

export type RunResult = {
  success: boolean
  stdout: string
  stderr: string
  exitCode: number
  executionMs: number
  truncated: boolean
  /** Bytes discarded beyond the output limit, of both streams together. */
  droppedBytes: number
  error: RunError | null
}

/** An event of a run; the last one is the result. */
export type RunUpdate =
  | { kind: 'queued'; place: number }
  | { kind: 'started' }
  | { kind: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'result'; result: RunResult }
