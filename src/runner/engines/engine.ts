import type { EngineName } from '#platform/config/runner.ts'

/** How a sandbox is started: arguments only, nothing is interpolated into a command line. */
export type Engine = {
  name: EngineName
  /** Version and platform, for the log. */
  about: string
  argv: readonly string[]
  /** `ulimit` lines of the launching shell; inherited by everything inside. */
  ulimits: readonly string[]
  /** Opened anew for each start as descriptor 3: the engine reads it to its end. */
  descriptor3: string | null
  /** Memory of the engine itself, besides the program. */
  overheadMb: number
  /** Threads and processes of the host that one sandbox may have. */
  hostTasks: number
}

/** Own namespaces for everything, no environment, and no process survives the runner. */
export const OWN_NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  '--hostname',
  'sandbox',
] as const

export const PYTHON = ['/usr/bin/python3', '-I', '-S', '-B', '-X', 'utf8'] as const
