import { resolve } from 'node:path'
import type { z } from 'zod'
import { projectRoot } from '../root.ts'
import type { Env } from './env.ts'

/** What mirrors may be of, and how large and slow they may be. */
export type RepoLimits = {
  dir: string
  hosts: readonly string[]
  /** Plain http on loopback is allowed: in tests only. */
  testHosts: boolean
  maxBytes: number
  maxFiles: number
  syncSeconds: number
  syncEverySeconds: number
  /** Whether files may be sent back to their host. */
  upload: boolean
}

export function repoLimits(env: z.output<typeof Env>): RepoLimits {
  if (env.REPO_TEST_HOSTS && env.NODE_ENV === 'production')
    throw new Error('Invalid environment\nREPO_TEST_HOSTS: not in production')
  return {
    dir: resolve(projectRoot, env.MIRRORS_DIR),
    hosts: env.REPO_HOSTS,
    testHosts: env.REPO_TEST_HOSTS,
    maxBytes: env.REPO_MAX_MB * 1024 * 1024,
    maxFiles: env.REPO_MAX_FILES,
    syncSeconds: env.REPO_SYNC_SECONDS,
    syncEverySeconds: Math.round(env.REPO_SYNC_HOURS * 3600),
    upload: env.REPOS_UPLOAD === 'on',
  }
}
