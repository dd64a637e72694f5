import { readdirSync, readFileSync } from 'node:fs'

/** This process and everything that it started. */
export function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent)
  const collect = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap((child) => collect(child.pid))]
  return collect(pid)
}

function allProcesses(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program is in brackets and may contain spaces.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ pid: Number(name), parent: Number(fields[1]) }]
      } catch {
        return [] // it ended meanwhile
      }
    })
}

/** Sends the signal to those that still run; 0 only asks. Returns whether there was one. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals | 0): boolean {
  return pids.filter((pid) => isSent(pid, signal)).length > 0
}

function isSent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
