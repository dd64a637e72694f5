import { serveTasks } from '../threads.ts'
import { parseSymbols } from './parse.ts'
import { parseSymbolsTask } from './symbols.ts'
import { isWorn } from './wasm.ts'

/** A thread that only parses. `parse-patiently` has no time limit of its own, so that the limit on memory decides. */
const patient = {
  name: 'parse-patiently',
  deadlineMs: 60_000,
  run: (text: string) => parseSymbols('TypeScript', text, { cpuMs: 60_000, elapsedMs: 60_000 }),
}
serveTasks([parseSymbolsTask, patient], isWorn)
