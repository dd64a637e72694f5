import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEnd, RunJob, StreamName } from '#platform/runners/protocol.ts'
import type { Group, Groups } from './cgroups/groups.ts'
import type { Child } from './child.ts'
import type { Engine } from './engines/engine.ts'
import { runInside } from './run-inside.ts'
import { READY_TIMEOUT_MS } from './program-limits.ts'

/** A started, empty sandbox. It is used once. */
export type Sandbox = {
  isAlive: () => boolean
  run: (job: RunJob, emit: (stream: StreamName, text: string) => void, signal: AbortSignal) => Promise<RunEnd>
  /** Kills everything in it. Idempotent, and must be called once. */
  end: () => Promise<void>
}

/** Joins the groups, sets inherited limits, and becomes the engine: `exec` replaces the shell. */
const ENTER = (ulimits: readonly string[]) => `set -e
doors=$1; shift
while [ "$doors" -gt 0 ]; do echo 0 >"$1"; shift; doors=$((doors - 1)); done
${ulimits.map((each) => `ulimit ${each}`).join('\n')}
exec "$@"`

/** One core: a program that starts eight threads does not starve the others. */
const CORES = 1

export async function openSandbox(engine: Engine, groups: Groups, name: string): Promise<Sandbox> {
  const group = groups.create(name, { tasks: engine.hostTasks, cores: CORES })
  const child = launch(engine, group)
  let ending: Promise<void> | null = null
  const end = () => (ending ??= finish(child, group))
  try {
    await isReady(child)
  } catch (error) {
    await end()
    throw error
  }
  group.freeze()
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    run: (job, emit, signal) => runInside({ child, group, engine, job, emit, signal, end }),
    end,
  }
}

function launch(engine: Engine, group: Group): Child {
  const { doors } = group
  const args = ['-c', ENTER(engine.ulimits), 'sh', String(doors.length), ...doors, ...engine.argv]
  const extra = engine.descriptor3 === null ? null : openSync(engine.descriptor3, 'r')
  try {
    const child = spawn('/bin/sh', args, {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'pipe', ...(extra === null ? [] : [extra])],
    })
    const { stdin, stdout, stderr } = child
    if (stdin === null || stdout === null || stderr === null) throw new Error('The sandbox has no pipes')
    // A program that exits without reading its input is not an error.
    stdin.on('error', () => null)
    child.on('error', () => null)
    return Object.assign(child, { stdin, stdout, stderr })
  } finally {
    if (extra !== null) closeSync(extra)
  }
}

/** Python writes one byte when it has started. Other output of the engine goes to the error message. */
async function isReady(child: Child): Promise<void> {
  const output: Buffer[] = []
  const listen = (bytes: Buffer) => void output.push(bytes)
  child.stderr.on('data', listen)
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  const first = await Promise.race([
    once(child.stdout, 'readable', { signal }).then(() => String(child.stdout.read(1))),
    once(child, 'exit', { signal }).then(() => ''),
  ]).catch(() => '')
  child.stderr.off('data', listen)
  child.stderr.pause()
  if (first !== 'r') throw new Error(`The sandbox did not start: ${Buffer.concat(output).toString().slice(0, 2000)}`)
}

async function finish(child: Child, group: Group): Promise<void> {
  group.thaw()
  await group.end()
  // Wait for the exit, or the process would stay as a zombie.
  if (child.exitCode === null && child.signalCode === null) await Promise.race([once(child, 'exit'), sleep(2_000)])
}
