import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Directories of our own group, by controller: limits are set below our own group, never beside it. */
export type CgroupPaths = { kind: 'v1'; memory: string; pids: string; cpu: string; unified: string | null } | V2Paths
export type V2Paths = { kind: 'v2'; unified: string }

type Mount = { root: string; at: string; type: string; options: string[] }

export function findCgroupPaths(
  mountinfo = readFileSync('/proc/self/mountinfo', 'utf8'),
  cgroup = readFileSync('/proc/self/cgroup', 'utf8'),
): CgroupPaths | null {
  const mounts = parseMounts(mountinfo)
  const own = new Map(cgroup.split('\n').flatMap((line) => ownGroup(line)))
  const v1 = (controller: string) => {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller))
    const path = own.get(controller)
    return mount && path !== undefined ? below(mount, path) : null
  }
  const v2 = mounts.find(({ type }) => type === 'cgroup2')
  const unified = v2 ? below(v2, own.get('') ?? '/') : null
  const [memory, pids, cpu] = [v1('memory'), v1('pids'), v1('cpu')]
  if (memory !== null && pids !== null && cpu !== null) return { kind: 'v1', memory, pids, cpu, unified }
  return unified === null ? null : { kind: 'v2', unified }
}

/** `36 25 0:31 / /sys/fs/cgroup/memory rw,relatime shared:1 - cgroup cgroup rw,memory` */
function parseMounts(mountinfo: string): Mount[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ')
    const [, , , root, at] = left.split(' ')
    const [type = '', , options = ''] = right.split(' ')
    return root === undefined || at === undefined ? [] : [{ root, at, type, options: options.split(',') }]
  })
}

/** `4:memory:/a/b`, and for cgroup v2 `0::/a/b` */
function ownGroup(line: string): [string, string][] {
  const [, controllers, ...path] = line.split(':')
  if (controllers === undefined) return []
  return controllers.split(',').map((name): [string, string] => [name, path.join(':')])
}

/** In a container the mount may contain only a part of the tree, which our path then starts with. */
function below(mount: Mount, path: string): string {
  const inside = relative(mount.root, path)
  return join(mount.at, inside.startsWith('..') ? '' : inside)
}
