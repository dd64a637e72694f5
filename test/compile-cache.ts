import { join } from 'node:path'

/** For programs that are started from the sources: to strip their types and compile them is half of a start. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../test-results/compile-cache') }
