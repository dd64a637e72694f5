/** Where the frame without our origin is served. */
export const PYTHON_FRAME = '/tools/code/python'

/** Names of the files that Python in the browser is made of. */
export type PythonFiles = { script: ArrayBuffer; wasm: ArrayBuffer; library: ArrayBuffer }

/** What the page asks of the worker. */
export type WorkerAsk =
  | { kind: 'load-python'; files: PythonFiles }
  | { kind: 'run'; code: string; stdin: string; outputBytes: number }
  | { kind: 'load-ruff'; wasm: ArrayBuffer }
  | { kind: 'format'; code: string }
  | { kind: 'check'; code: string }

/** Counted as editors do: lines and columns from one. */
export type Finding = {
  line: number
  column: number
  endLine: number
  endColumn: number
  code: string
  message: string
}

export type WorkerAnswer =
  | { kind: 'loaded' }
  | { kind: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'end'; exitCode: number; executionMs: number; droppedBytes: number }
  | { kind: 'formatted'; code: string }
  | { kind: 'checked'; findings: Finding[] }
  | { kind: 'failed'; reason: string }
