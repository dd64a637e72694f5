import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerConfig } from '#platform/config/runner.ts'
import { BOOT } from '../boot.ts'
import { DISK_BYTES, OPEN_FILES, PROCESSES, SHARED_MEMORY_BYTES } from '../program-limits.ts'
import { type Engine, OWN_NAMESPACES, PYTHON } from './engine.ts'

/**
 * The production engine: gVisor, a user-space kernel that the program uses instead of the host's; around it an unprivileged
 * bubblewrap, so that an escape from gVisor ends in an empty sandbox.
 */
export function gvisorEngine({ root, state, runsc }: RunnerConfig): Engine {
  const bundle = join(state, 'bundle')
  mkdirSync(bundle, { recursive: true })
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(bundleConfig()))
  const flags = runscFlags(runsc)
  return {
    name: 'gvisor',
    about: `${ask(runsc, '--version').split('\n')[0]}, ${flags.join(' ')}`,
    argv: [...outerWall(root, bundle, runsc), '--', '/runsc', ...flags, 'run', '-bundle', '/bundle', 'run'],
    ulimits: ['-c 0'],
    descriptor3: null,
    overheadMb: 64,
    // Its kernel has threads of its own, and each process inside is several outside; it crashes when it is refused one.
    hostTasks: 16 * PROCESSES,
  }
}

/** The capabilities are those of the new user namespace and have no effect outside. */
function outerWall(root: string, bundle: string, runsc: string): string[] {
  const identity = ['--uid', '0', '--gid', '0', '--cap-add', 'ALL', '--setenv', 'PATH', '/usr/bin']
  const bind = (from: string, to: string) => ['--ro-bind', from, to]
  const files = ['--tmpfs', '/', ...bind(runsc, '/runsc'), ...bind(root, '/rootfs'), ...bind(bundle, '/bundle')]
  const mounts = ['--proc', '/proc', '--dev', '/dev', '--dir', '/tmp', '--dir', '/state', '--dir', '/etc']
  return ['bwrap', ...OWN_NAMESPACES, ...identity, ...files, ...mounts, '--chdir', '/']
}

/** Debian's version of 2022 supports neither systrap nor directfs; both are faster where available. */
function runscFlags(runsc: string): string[] {
  const known = ask(runsc, 'flags')
  const always = [
    '--rootless',
    '--ignore-cgroups',
    '--network=none',
    '--host-uds=none',
    '--overlay2=none',
    '--root=/state',
  ]
  const platform = `--platform=${known.includes('systrap') ? 'systrap' : 'ptrace'}`
  return [...always, platform, ...(known.includes('-directfs') ? ['--directfs=true'] : [])]
}

/** It prints some things to stdout and some to stderr. */
function ask(runsc: string, question: string): string {
  const { stdout, stderr, error } = spawnSync(runsc, [question], { encoding: 'utf8' })
  if (error) throw new Error(`gVisor is not available: ${error.message}`)
  return stdout + stderr
}

function bundleConfig() {
  const tmpfs = (destination: string, bytes: number) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', `size=${bytes}`, 'mode=1777'],
  })
  const rlimit = (type: string, value: number) => ({ type, hard: value, soft: value })
  return {
    ociVersion: '1.0.2',
    hostname: 'sandbox',
    root: { path: '/rootfs', readonly: true },
    process: {
      terminal: false,
      user: { uid: 65_534, gid: 65_534 },
      args: [...PYTHON, '-c', BOOT],
      env: ['PATH=/usr/bin', 'HOME=/box', 'LANG=C.UTF-8'],
      cwd: '/box',
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
      noNewPrivileges: true,
      rlimits: [
        rlimit('RLIMIT_NPROC', PROCESSES),
        rlimit('RLIMIT_NOFILE', OPEN_FILES),
        rlimit('RLIMIT_FSIZE', DISK_BYTES),
        rlimit('RLIMIT_CORE', 0),
      ],
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
      tmpfs('/dev/shm', SHARED_MEMORY_BYTES),
      tmpfs('/box', DISK_BYTES),
      tmpfs('/tmp', DISK_BYTES),
    ],
    linux: { namespaces: ['pid', 'network', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}
