import { chownSync, mkdirSync } from 'node:fs'
import { type RunnerConfig, runnerEnvironment } from '#platform/config/runner.ts'
import { prepareGroups } from './cgroups/prepare.ts'

/** Says to the program that follows that root's part is done. */
const DONE = 'CODESHELF_RUNNER_PREPARED'
/** All that it needs of the environment beside its own settings. Above all: no address of a database. */
const KEPT = ['PATH', 'NODE_OPTIONS', 'TZ', 'LANG']

/**
 * Does what only root can, then becomes nobody in particular for good: another user, no capabilities, no way to gain any,
 * and no network when callers come through a file. Not started by root, it takes what was given to it.
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
  const program = ['/usr/bin/env', ...withoutNetwork(config), ...asNobody(owner), process.execPath, ...restOfLine()]
  const settings = { ...runnerEnvironment(process.env), ...Object.fromEntries(kept), [DONE]: '1' }
  process.execve?.('/usr/bin/env', program, settings)
}

function withoutNetwork({ listen }: RunnerConfig): string[] {
  return 'path' in listen ? ['unshare', '--net', '--'] : []
}

function asNobody(uid: number): string[] {
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  return ['setpriv', ...user, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--']
}

function restOfLine(): string[] {
  return [...process.execArgv, ...process.argv.slice(1)]
}
