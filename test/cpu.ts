/** Processor milliseconds of this thread: unlike time on the clock, they do not grow when other programs want the machine. */
export function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The smallest of several measurements: a garbage collection or a neighbour on the same core can fall into any of them. */
export function bestCpuMs(run: () => void, times = 5): number {
  return Math.min(...Array.from({ length: times }, () => cpuMs(run)))
}
