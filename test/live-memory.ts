import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * The memory that this thread still uses after a garbage collection. Not the resident set size, which keeps what earlier tests have
 * freed.
 */
export function liveMemory(): number {
  collect()
  return threadMemory()
}

function threadMemory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Samples the memory of this thread, garbage included; the returned function stops it and answers how far it grew. */
export function trackGrowth(everyMs = 10): () => number {
  const before = liveMemory()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, threadMemory())), everyMs)
  return () => {
    clearInterval(timer)
    return Math.max(peak, threadMemory()) - before
  }
}
