/** The URL of the sandboxed frame. */
export const PYTHON_FRAME = '/tools/code/python'

/** Names of the files of Python in the browser. */
export type PythonFiles = { script: ArrayBuffer; wasm: ArrayBuffer; library: ArrayBuffer }

/** Requests of the page to the worker. */
export type WorkerRequest =
  | { kind: 'load-python'; files: PythonFiles }
  | { kind: 'run'; code: string; stdin: string; outputBytes: number }
  | { kind: 'load-ruff'; wasm: ArrayBuffer }
  | { kind: 'format'; code: string }
  | { kind: 'check'; code: string }

/** Lines and columns count from one, as in editors. */
export type Finding = {
  line: number
  column: number
  endLine: number
  endColumn: number
  code: string
  message: string
}

export type WorkerResponse =
  | { kind: 'loaded' }
  | { kind: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'end'; exitCode: number; executionMs: number; droppedBytes: number }
  | { kind: 'formatted'; code: string }
  | { kind: 'checked'; findings: Finding[] }
  | { kind: 'failed'; reason: string }
