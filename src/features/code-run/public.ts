export type { RunAsk } from './ask.ts'
export { MAX_STDIN_BYTES, MIN_TIMEOUT_SECONDS, RUN_LIMITS } from './limits.ts'
export type { RunResult } from './result.ts'
export { resultOf, runCode, type Runners } from './service.ts'
