import { resolve } from 'node:path'
import type { z } from 'zod'
import { projectRoot } from '../project-root.ts'
import type { Env } from './env.ts'

/** Which hosts may be mirrored, and the limits of size and time. */
export type RepoLimits = {
  dir: string
  /** Directory in which a commit is prepared before it is pushed. */
  spoolDir: string
  hosts: readonly string[]
  /** Allows plain http on loopback, in tests only. */
  testHosts: boolean
  maxBytes: number
  maxFiles: number
  syncSeconds: number
  syncEverySeconds: number
  /** Whether files may be pushed back to their host. */
  upload: boolean
}

export function repoLimits(env: z.output<typeof Env>): RepoLimits {
  if (env.REPO_TEST_HOSTS && env.NODE_ENV === 'production')
    throw new Error('Invalid environment\nREPO_TEST_HOSTS: not allowed in production')
  return {
    dir: resolve(projectRoot, env.MIRRORS_DIR),
    spoolDir: resolve(projectRoot, env.SPOOL_DIR),
    hosts: env.REPO_HOSTS,
    testHosts: env.REPO_TEST_HOSTS,
    maxBytes: env.REPO_MAX_MB * 1024 * 1024,
    maxFiles: env.REPO_MAX_FILES,
    syncSeconds: env.REPO_SYNC_SECONDS,
    syncEverySeconds: Math.round(env.REPO_SYNC_HOURS * 3600),
    upload: env.REPOS_UPLOAD === 'on',
  }
}

/** The code index. `indexer`: null in processes that only search. */
export type CodeIndexSettings = { url: string; indexer: { dir: string; program: string } | null }

export function codeIndexSettings(env: z.output<typeof Env>): CodeIndexSettings | null {
  const { ZOEKT_URL: url, ZOEKT_INDEX: dir, ZOEKT_GIT_INDEX: program } = env
  if (url === undefined && dir !== undefined)
    throw new Error('Invalid environment\nZOEKT_URL: required with ZOEKT_INDEX, or nobody reads what is written there')
  if (url === undefined) return null
  return { url, indexer: dir === undefined ? null : { dir: resolve(projectRoot, dir), program } }
}
