import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, killAll, removeFolder, write } from './files.ts'
import { findPlaces, type Places } from './find.ts'
import { type Groups, PREFIX } from './groups.ts'
import { v1Groups } from './v1.ts'
import { SELF, v2Groups } from './v2.ts'

const NEEDED = ['memory', 'pids', 'cpu'] as const

export function openGroups(): Groups {
  const places = findPlaces()
  if (!places) throw new Error('There are no control groups here: memory and processes could not be limited.')
  const base = `${PREFIX}${process.pid}`
  // We moved below what we were given.
  const unified = places.unified?.replace(`/${base}/${SELF}`, '') ?? null
  if (places.kind === 'v1') return v1Groups({ ...places, unified }, base)
  return v2Groups({ ...places, unified: unified ?? places.unified }, base)
}

/**
 * Makes the folder in which the runner may make groups of its own, and gives it to `owner`: root's part of the work, or
 * nobody's where the group was delegated to us.
 */
export async function prepareGroups(owner: number): Promise<void> {
  const places = findPlaces()
  if (!places) throw new Error('There are no control groups here: memory and processes could not be limited.')
  await sweepGroups(places)
  const base = `${PREFIX}${process.pid}`
  for (const parent of parents(places)) {
    mkdirSync(join(parent, base))
    own(join(parent, base), owner)
  }
  const { unified } = places
  if (unified === null) return
  const self = join(unified, base, SELF)
  mkdirSync(self)
  own(self, owner)
  // To move its children, a runner must itself stand below what it was given; and there, groups with controllers
  // stand only below groups without processes.
  write(self, 'cgroup.procs', 0)
  if (places.kind === 'v1') return
  for (const folder of [unified, join(unified, base)]) {
    for (const controller of NEEDED) write(folder, 'cgroup.subtree_control', `+${controller}`)
  }
}

function parents(places: Places): string[] {
  if (places.kind === 'v2') return [places.unified]
  return [places.memory, places.pids, places.cpu, ...(places.unified === null ? [] : [places.unified])]
}

function own(folder: string, owner: number): void {
  for (const file of ['', 'cgroup.procs', 'tasks', 'cgroup.subtree_control', 'cgroup.threads']) {
    if (existsSync(join(folder, file))) chownSync(join(folder, file), owner, owner)
  }
}

/** What runners left that were killed: their processes die with them, their groups do not. */
export async function sweepGroups(places = findPlaces()): Promise<void> {
  for (const parent of places ? parents(places) : []) {
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
