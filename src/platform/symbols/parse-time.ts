/**
 * How long a parse may take: processor time of its thread, and elapsed time. The second is wide: on a busy machine the same work takes longer, and must not be
 * stopped for that.
 */
export type ParseTime = { cpuMs: number; elapsedMs: number }

/** Starts to count, and answers whether the time is over. The parser asks after every hundred steps. */
export function startTimer({ cpuMs, elapsedMs }: ParseTime): () => boolean {
  const watch = startStopwatch()
  // Reading processor time is slow. It is never more than elapsed time, so it is read only when it may be over.
  let next = Math.min(cpuMs, elapsedMs)
  return () => {
    if (performance.now() - watch.started <= next) return false
    const used = watch.read()
    next = Math.min(used.elapsedMs + cpuMs - used.cpuMs, elapsedMs)
    return used.cpuMs >= cpuMs || used.elapsedMs >= elapsedMs
  }
}

/** Both times since now, of this thread. */
export function startStopwatch(): { started: number; read: () => ParseTime } {
  const [started, cpu] = [performance.now(), process.threadCpuUsage()]
  return {
    started,
    read() {
      const { user, system } = process.threadCpuUsage(cpu)
      return { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - started }
    },
  }
}
