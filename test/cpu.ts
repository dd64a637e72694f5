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

/** The longest time that `work` kept the event loop from others, in processor milliseconds of this thread. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  await work().finally(() => clearInterval(timer))
  look()
  return longest
}
