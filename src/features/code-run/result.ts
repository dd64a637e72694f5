/** Our word about how a run ended; null: by itself. */
export type RunError = 'timeout' | 'memory_limit' | 'process_limit' | 'output_limit' | 'import_not_allowed' | 'stopped'

export type RunResult = {
  success: boolean
  stdout: string
  stderr: string
  exitCode: number
  executionMs: number
  truncated: boolean
  /** Bytes that were written and not kept, both streams together. */
  droppedBytes: number
  error: RunError | null
}

/** What a reader of a run is told while it happens; the last is a result. */
export type RunNews =
  | { kind: 'queued'; place: number }
  | { kind: 'started' }
  | { kind: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'result'; result: RunResult }
