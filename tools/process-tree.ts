import { readdirSync, readFileSync } from 'node:fs'

/** This process and everything that it started. */
export function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent)
  const collect = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap((child) => collect(child.pid))]
  return collect(pid)
}

function allProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

const TICK_MS = 10

/** Processor time of a process, the kernel's work for it, and the same of its children that have ended. */
export function cpuMsOf(pid: number): number {
  const ticks = statOf(pid).slice(11, 15)
  return ticks.reduce((sum, field) => sum + Number(field), 0) * TICK_MS
}

/** The fields of `/proc/<pid>/stat` after the name of the program, which may contain spaces. Empty when the process has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
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
