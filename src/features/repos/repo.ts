import type { Id } from '#base/ids.ts'

export type RepoId = Id<'repo'>
export type MirrorId = Id<'mirror'>
export type SyncId = Id<'sync'>

export const MAX_REPOS_PER_USER = 50
/** Larger files are not read as text; Download returns them whole. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024
export const MAX_SEARCH_CHARS = 200
export const MAX_FOUND = 200
export const HISTORY_PAGE = 50

export const STAGES = ['connecting', 'counting', 'receiving', 'resolving', 'listing'] as const
export type Stage = (typeof STAGES)[number]

/** Why a sync failed. Each has its own text on the page. */
export const SYNC_ERRORS = [
  'not_found',
  'moved',
  'unreachable',
  'busy',
  'timeout',
  'too_large',
  'too_many_files',
  'no_branch',
  'private_address',
  'no_space',
  'too_many_branches',
  'failed',
] as const
export type SyncError = (typeof SYNC_ERRORS)[number]

/** The copy of a repository that everyone who added it shares, and how its syncs are going. */
export type MirrorState = {
  mirrorId: MirrorId
  /** The git node that holds it; null when it is on the disk that all processes share, or was not fetched yet. */
  node: string | null
  branch: string | null
  fileCount: number
  sizeBytes: number
  lastSyncAt: Date | null
  nextSyncAt: Date
  syncUntil: Date | null
  stage: Stage | null
  percent: number | null
  error: SyncError | null
  failures: number
}

/** A repository that a user added. */
export type Repo = MirrorState & {
  id: RepoId
  /** owner/name */
  name: string
  url: string
  askedBranch: string | null
  /** The commit that this user's pages read by default; null until the first sync is done. */
  head: string | null
  createdAt: Date
}

/** A branch that the user follows beside the one of the mirror, which has the notes. */
export type RepoBranch = { name: string; head: string | null; error: SyncError | null }

export const MAX_BRANCHES = 10

export type RepoState = 'waiting' | 'syncing' | 'ready' | 'failed'

export function stateOf(repo: Repo, now: Date): RepoState {
  if (repo.syncUntil !== null && repo.syncUntil > now) return 'syncing'
  if (repo.nextSyncAt <= now) return 'waiting'
  if (repo.error !== null) return 'failed'
  return repo.head === null ? 'waiting' : 'ready'
}

const FIRST_RETRY_SECONDS = 60

/** Backoff after consecutive failures: a minute, five, half an hour, … but never rarer than regular syncs. */
export function retrySeconds(failures: number, everySeconds: number): number {
  return Math.min(everySeconds, FIRST_RETRY_SECONDS * 5 ** Math.max(0, failures - 1))
}

export type EntryKind = 'file' | 'executable' | 'symlink' | 'submodule'

/** One file of the current tree. `isNamedByBytes`: its name is not UTF-8, so git cannot look it up by our spelling. */
export type RepoFile = { path: string; kind: EntryKind; oid: string; size: number; isNamedByBytes: boolean }

export type Rename = { from: string; to: string }
