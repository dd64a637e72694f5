import { chownSync, mkdirSync } from 'node:fs'
import { type RunnerConfig, runnerEnvironment } from '#platform/config/runner.ts'
import { prepareGroups } from './cgroups/prepare.ts'

/** Marks for the re-executed program that the privileged part is done. */
const DONE = 'CODESHELF_RUNNER_PREPARED'
/** The only environment variables besides the runner's settings. Above all: no address of a database. */
const KEPT = ['PATH', 'NODE_OPTIONS', 'TZ', 'LANG']

/**
 * Does what requires root, then drops it for good: another user, no capabilities, no way to gain any, and no network when
 * callers connect through a Unix socket. Started without root, it uses what it was given.
 */
export async function dropRoot(config: RunnerConfig): Promise<void> {
  if (process.env[DONE] !== undefined) return
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? config.uid : (process.getuid?.() ?? config.uid)
  mkdirSync(config.state, { recursive: true })
  if (isRoot) {
    chownSync(config.state, owner, owner)
  }
  await prepareGroups(owner)
  if (!isRoot) return
  const kept = Object.entries(process.env).filter(([name]) => KEPT.includes(name))
  const program = [
    '/usr/bin/env',
    ...withoutNetwork(config),
    ...asUnprivileged(owner),
    process.execPath,
    ...restOfLine(),
  ]
  const settings = { ...runnerEnvironment(process.env), ...Object.fromEntries(kept), [DONE]: '1' }
  process.execve?.('/usr/bin/env', program, settings)
}

function withoutNetwork({ listen }: RunnerConfig): string[] {
  return 'path' in listen ? ['unshare', '--net', '--'] : []
}

function asUnprivileged(uid: number): string[] {
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  return ['setpriv', ...user, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--']
}

function restOfLine(): string[] {
  return [...process.execArgv, ...process.argv.slice(1)]
}
