import { isWorn } from '#platform/symbols/wasm.ts'
import { serveTasks } from '#platform/threads.ts'
import { findSymbolsTask } from './find-symbols.ts'

serveTasks([findSymbolsTask], isWorn)
