export type { RunRequest } from './ask.ts'
export type { RunResult } from './result.ts'
export { awaitResult, runCode, type Runners } from './service.ts'
