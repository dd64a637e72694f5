import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerConfig } from '#platform/config/runner.ts'
import { BOOT } from '../boot.ts'
import { seccompProgram } from '../seccomp.ts'
import { DISK_BYTES, OPEN_FILES, PROCESSES, SHARED_MEMORY_BYTES } from '../program-limits.ts'
import { type Engine, OWN_NAMESPACES, PYTHON } from './engine.ts'

/** The shell counts file sizes in blocks of 512 bytes. */
const BLOCK = 512

/** The second engine: namespaces and an allow-list of system calls. The isolation is that of the host kernel. */
export function bubblewrapEngine({ root, state }: RunnerConfig): Engine {
  const filter = join(state, 'seccomp.bpf')
  writeFileSync(filter, seccompProgram())
  return {
    name: 'bubblewrap',
    about: execFileSync('bwrap', ['--version'], { encoding: 'utf8' }).trim(),
    argv: [...bwrap(root), '--seccomp', '3', '--', ...PYTHON, '-c', BOOT],
    ulimits: [`-c 0`, `-n ${OPEN_FILES}`, `-f ${DISK_BYTES / BLOCK}`],
    descriptor3: filter,
    overheadMb: 4,
    // bwrap itself is two processes.
    hostTasks: PROCESSES + 2,
  }
}

/** No /proc: it is not needed, and exposes much about the host. */
function bwrap(root: string): string[] {
  const tmpfs = (bytes: number, path: string) => ['--size', String(bytes), '--tmpfs', path]
  const identity = ['--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL', '--disable-userns']
  const environment = ['--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/box', '--setenv', 'LANG', 'C.UTF-8']
  const devices = ['--dev', '/dev', ...tmpfs(SHARED_MEMORY_BYTES, '/dev/shm'), '--remount-ro', '/dev']
  const folders = [...tmpfs(DISK_BYTES, '/box'), ...tmpfs(DISK_BYTES, '/tmp'), '--chdir', '/box']
  return ['bwrap', ...OWN_NAMESPACES, ...identity, ...environment, '--ro-bind', root, '/', ...devices, ...folders]
}
