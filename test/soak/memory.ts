import { readdirSync, readFileSync } from 'node:fs'

export type Peak = { rssMb: number; gitMb: number; gits: number }

const EVERY_MS = 40

/** Samples the memory of a process and of the git processes below it until it is stopped. */
export function watchMemory(pid: number): { stop: () => Peak } {
  const peak: Peak = { rssMb: 0, gitMb: 0, gits: 0 }
  const sample = () => {
    const processes = allProcesses()
    const below = childrenOf(processes, pid).filter(({ name }) => name.startsWith('git'))
    peak.rssMb = Math.max(peak.rssMb, processes.find((each) => each.pid === pid)?.rssMb ?? 0)
    peak.gits = Math.max(peak.gits, below.length)
    peak.gitMb = Math.max(
      peak.gitMb,
      below.reduce((sum, { rssMb }) => sum + rssMb, 0),
    )
  }
  const timer = setInterval(sample, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return { rssMb: Math.round(peak.rssMb), gitMb: Math.round(peak.gitMb), gits: peak.gits }
    },
  }
}

type Process = { pid: number; parent: number; name: string; rssMb: number }

function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => read(Number(pid)) ?? [])
}

/** Null when it ended since the folder was listed. */
function read(pid: number): Process | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
    return { pid, parent: Number(field('PPid')), name: field('Name'), rssMb: Number(field('VmRSS')) / 1024 }
  } catch {
    return null
  }
}

function childrenOf(all: readonly Process[], pid: number): Process[] {
  const direct = all.filter(({ parent }) => parent === pid)
  return [...direct, ...direct.flatMap((child) => childrenOf(all, child.pid))]
}
