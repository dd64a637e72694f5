import { existsSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export function write(folder: string, file: string, value: string | number): void {
  writeFileSync(join(folder, file), String(value))
}

export function writeIfThere(folder: string, file: string, value: string | number): void {
  if (existsSync(join(folder, file))) write(folder, file, value)
}

/** The number after a key: `oom_kill 2`. */
export function count(folder: string, file: string, word: string): number {
  const line = readFileSync(join(folder, file), 'utf8').match(new RegExp(`^${word} (\\d+)$`, 'm'))
  return Number(line?.[1] ?? 0)
}

function processesIn(folder: string): number[] {
  return readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)
}

export function childrenOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

const PATIENCE_MS = 10_000

/** Kills until no process is left. Processes forked in between are found in the next round; new forks were forbidden before. */
export async function killAll(folder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    const left = processesIn(folder)
    if (left.length === 0) return
    if (performance.now() > deadline) throw new Error(`${left.length} processes of ${folder} could not be killed`)
    for (const pid of left) kill(pid)
    await sleep(pause)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has exited already.
  }
}

/** The kernel needs a moment to release a group whose last process has just died. */
export async function removeFolder(folder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    if (!existsSync(folder)) return
    try {
      rmdirSync(folder)
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(5)
    }
  }
}
