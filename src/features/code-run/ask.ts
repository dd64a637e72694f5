/** What somebody wants run. */
export type RunAsk = { code: string; stdin: string; timeoutMs: number; memoryMb: number }
