import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CgroupPaths } from './find.ts'
import { childrenOf, count, killAll, removeFolder, write, writeIfThere } from './files.ts'
import type { Group, GroupLimits, Groups } from './groups.ts'

const PERIOD_US = 100_000

type V1Folders = { memory: string; pids: string; cpu: string; unified: string | null }

/** One tree per controller; the v2 tree, where it is mounted too, can freeze and kill. */
export function v1Groups(paths: Extract<CgroupPaths, { kind: 'v1' }>, base: string): Groups {
  const unified = paths.unified !== null && existsSync(join(paths.unified, base)) ? paths.unified : null
  const at = (name: string): V1Folders => ({
    memory: join(paths.memory, base, name),
    pids: join(paths.pids, base, name),
    cpu: join(paths.cpu, base, name),
    unified: unified === null ? null : join(unified, base, name),
  })
  return {
    about: `cgroup v1${unified === null ? '' : ', frozen while idle'}`,
    create: (name, limits) => create(at(name), limits),
    names: () => childrenOf(join(paths.memory, base)),
  }
}

function create(folders: V1Folders, { tasks, cores }: GroupLimits): Group {
  const { memory, pids, cpu, unified } = folders
  const all = [memory, pids, cpu, ...(unified === null ? [] : [unified])]
  for (const folder of all) mkdirSync(folder)
  write(pids, 'pids.max', tasks)
  write(cpu, 'cpu.cfs_period_us', PERIOD_US)
  write(cpu, 'cpu.cfs_quota_us', cores * PERIOD_US)
  const freezer = (state: 0 | 1) => unified !== null && writeIfThere(unified, 'cgroup.freeze', state)
  return {
    doors: all.map((folder) => join(folder, 'cgroup.procs')),
    limitMemory: (bytes) => {
      write(memory, 'memory.limit_in_bytes', bytes)
      // The same limit with swap, so that nothing is swapped: never below the memory limit itself.
      writeIfThere(memory, 'memory.memsw.limit_in_bytes', bytes)
    },
    freeze: () => freezer(1),
    thaw: () => freezer(0),
    counts: () => ({
      oomKills: count(memory, 'memory.oom_control', 'oom_kill'),
      processesRefused: count(pids, 'pids.events', 'max'),
    }),
    end: async () => {
      // Forbid new processes while the old ones are killed. A frozen process dies only in the v2 freezer, but then surely.
      write(pids, 'pids.max', 0)
      if (unified !== null) writeIfThere(unified, 'cgroup.kill', 1)
      await killAll(memory)
      for (const folder of all) await removeFolder(folder)
    },
  }
}
