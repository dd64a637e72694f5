import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, count, killAll, removeFolder, write, writeIfThere } from './files.ts'
import type { V2Paths } from './find.ts'
import type { Group, GroupLimits, Groups } from './groups.ts'

const PERIOD_US = 100_000

/** One tree for all controllers. */
export function v2Groups({ unified }: V2Paths, base: string): Groups {
  const folder = join(unified, base)
  return {
    about: 'cgroup v2, frozen while idle',
    create: (name, limits) => create(join(folder, name), limits),
    names: () => childrenOf(folder).filter((name) => name !== SELF),
  }
}

/** The group of the runner itself: a group with child groups may hold no processes. */
export const SELF = 'self'

function create(folder: string, { tasks, cores }: GroupLimits): Group {
  mkdirSync(folder)
  write(folder, 'pids.max', tasks)
  write(folder, 'cpu.max', `${cores * PERIOD_US} ${PERIOD_US}`)
  // Kill the whole group on OOM: half a program is useless.
  write(folder, 'memory.oom.group', 1)
  writeIfThere(folder, 'memory.swap.max', 0)
  return {
    doors: [join(folder, 'cgroup.procs')],
    limitMemory: (bytes) => write(folder, 'memory.max', bytes),
    freeze: () => write(folder, 'cgroup.freeze', 1),
    thaw: () => write(folder, 'cgroup.freeze', 0),
    counts: () => ({
      oomKills: count(folder, 'memory.events', 'oom_kill'),
      processesRefused: count(folder, 'pids.events', 'max'),
    }),
    end: async () => {
      write(folder, 'pids.max', 0)
      writeIfThere(folder, 'cgroup.kill', 1)
      await killAll(folder)
      await removeFolder(folder)
    },
  }
}
