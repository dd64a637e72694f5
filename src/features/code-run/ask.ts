/** A request to run code. */
export type RunRequest = { code: string; stdin: string; timeoutMs: number; memoryMb: number }
