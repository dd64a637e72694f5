import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findCgroupPaths } from './find.ts'
import { v2Groups } from './v2.ts'

describe('findCgroupPaths', () => {
  const mount = (at: string, root: string, type: string, options: string) =>
    `30 25 0:27 ${root} ${at} rw,relatime - ${type} ${type} rw,${options}\n`

  test('returns one path per controller, below our own group, for cgroup v1', () => {
    const mounts =
      mount('/c/memory', '/', 'cgroup', 'memory') +
      mount('/c/pids', '/', 'cgroup', 'pids') +
      mount('/c/cpu', '/', 'cgroup', 'cpu,cpuacct') +
      mount('/c/unified', '/', 'cgroup2', 'x')
    const own = '4:memory:/a/b\n3:pids:/\n2:cpu,cpuacct:/x\n0::/\n'
    const found = { kind: 'v1', memory: '/c/memory/a/b', pids: '/c/pids', cpu: '/c/cpu/x', unified: '/c/unified' }
    expect(findCgroupPaths(mounts, own)).toEqual(found)
  })

  test('returns one path for cgroup v2', () => {
    expect(findCgroupPaths(mount('/c', '/', 'cgroup2', 'x'), '0::/system.slice/runner.service\n')).toEqual({
      kind: 'v2',
      unified: '/c/system.slice/runner.service',
    })
  })

  test('handles a container that mounts only a part of the tree', () => {
    expect(findCgroupPaths(mount('/c', '/docker/1', 'cgroup2', 'x'), '0::/docker/1\n')).toEqual({
      kind: 'v2',
      unified: '/c',
    })
  })

  test('returns null without control groups', () => {
    expect(findCgroupPaths('', '')).toBeNull()
  })
})

test('cgroup v2 limits are set when a group is created, memory when it is used', async () => {
  const unified = mkdtempSync(join(tmpdir(), 'groups-'))
  onTestFinished(() => rmSync(unified, { recursive: true }))
  mkdirSync(join(unified, 'base', 'self'), { recursive: true })
  const groups = v2Groups({ kind: 'v2', unified }, 'base')
  const group = groups.create('run-1', { tasks: 66, cores: 1 })
  const read = (file: string) => readFileSync(join(unified, 'base/run-1', file), 'utf8')
  group.limitMemory(1024)
  group.freeze()
  expect([
    read('pids.max'),
    read('cpu.max'),
    read('memory.oom.group'),
    read('memory.max'),
    read('cgroup.freeze'),
  ]).toEqual(['66', '100000 100000', '1', '1024', '1'])
  writeFileSync(join(unified, 'base/run-1/memory.events'), 'low 0\noom 2\noom_kill 1\n')
  writeFileSync(join(unified, 'base/run-1/pids.events'), 'max 3\n')
  expect(group.counts()).toEqual({ oomKills: 1, processesRefused: 3 })
  expect(groups.names()).toEqual(['run-1'])
  expect(group.doors).toEqual([join(unified, 'base/run-1/cgroup.procs')])
})
