import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, killAll, removeFolder, write } from './files.ts'
import { findCgroupPaths, type CgroupPaths } from './find.ts'
import { type Groups, PREFIX } from './groups.ts'
import { v1Groups } from './v1.ts'
import { SELF, v2Groups } from './v2.ts'

const NEEDED = ['memory', 'pids', 'cpu'] as const

export function openGroups(): Groups {
  const paths = findCgroupPaths()
  if (!paths) throw new Error('No cgroups were found: memory and processes cannot be limited.')
  const base = `${PREFIX}${process.pid}`
  // We moved below the group that we were given.
  const unified = paths.unified?.replace(`/${base}/${SELF}`, '') ?? null
  if (paths.kind === 'v1') return v1Groups({ ...paths, unified }, base)
  return v2Groups({ ...paths, unified: unified ?? paths.unified }, base)
}

/**
 * Creates the group in which the runner may create its own, and gives it to `owner`. Requires root, unless the group was
 * delegated to us.
 */
export async function prepareGroups(owner: number): Promise<void> {
  const paths = findCgroupPaths()
  if (!paths) throw new Error('No cgroups were found: memory and processes cannot be limited.')
  await sweepGroups(paths)
  const base = `${PREFIX}${process.pid}`
  for (const parent of parents(paths)) {
    mkdirSync(join(parent, base))
    own(join(parent, base), owner)
  }
  const { unified } = paths
  if (unified === null) return
  const self = join(unified, base, SELF)
  mkdirSync(self)
  own(self, owner)
  // To move its children, a runner must itself be below the delegated group; and there, only groups without processes may have
  // child groups with controllers.
  write(self, 'cgroup.procs', 0)
  if (paths.kind === 'v1') return
  for (const folder of [unified, join(unified, base)]) {
    for (const controller of NEEDED) write(folder, 'cgroup.subtree_control', `+${controller}`)
  }
}

function parents(paths: CgroupPaths): string[] {
  if (paths.kind === 'v2') return [paths.unified]
  return [paths.memory, paths.pids, paths.cpu, ...(paths.unified === null ? [] : [paths.unified])]
}

function own(folder: string, owner: number): void {
  for (const file of ['', 'cgroup.procs', 'tasks', 'cgroup.subtree_control', 'cgroup.threads']) {
    if (existsSync(join(folder, file))) chownSync(join(folder, file), owner, owner)
  }
}

/** Removes the groups of killed runners: their processes die with them, their groups do not. */
export async function sweepGroups(paths = findCgroupPaths()): Promise<void> {
  for (const parent of paths ? parents(paths) : []) {
    const stale = childrenOf(parent).filter((name) => name.startsWith(PREFIX) && !isAlive(name))
    for (const name of stale) await removeTree(join(parent, name)).catch(() => null)
  }
}

function isAlive(name: string): boolean {
  const pid = Number(name.slice(PREFIX.length))
  return pid === process.pid || existsSync(`/proc/${pid}`)
}

async function removeTree(folder: string): Promise<void> {
  for (const child of childrenOf(folder)) await removeTree(join(folder, child))
  await killAll(folder)
  await removeFolder(folder)
}
