import { addSeconds } from '#base/time.ts'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { PrivateAddress } from '#platform/git/address.ts'
import type { Mirror, Mirrors } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { heartbeat } from '#platform/heartbeat.ts'
import { claimUntil } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { listNotedPaths, moveNotesOfRenamedFiles } from '#features/notes/public.ts'
import { codehostImportRepoError, codehostRateLimitCheck, codehostSync } from '../events.ts'
import { type Rename, type RepoId, retrySeconds, type Stage, type SyncError, type SyncId } from '../repo.ts'
import { syncErrorOf, withoutNames } from '../sync-error.ts'
import * as files from '../store/files.ts'
import { moveOrigins, takenFrom } from '../store/origins.ts'
import * as repos from '../store/repos.ts'
import { type Listed, listTree, TooManyFiles } from './list-tree.ts'

type Work = Pick<JobCtx, 'db' | 'clock' | 'emit' | 'log' | 'newId' | 'signal'>
type Holder = { userId: UserId; id: RepoId; syncId: SyncId }

const BEAT_MS = 1_000

/** Another worker has claimed the repository meanwhile, so the work of this one is dropped. */
class ClaimLost extends Error {}
class NoBranch extends Error {}

export type SyncClaim = { claimed: repos.Claimed; syncId: SyncId; startedAt: Date }

/** Claims the repository that is due longest, if any. */
export async function claimSync({ db, newId }: Work, startedAt: Date, until: Date): Promise<SyncClaim[]> {
  const syncId = newId<'sync'>()
  const claimed = await repos.claimDue(db, syncId, startedAt, until)
  return claimed ? [{ claimed, syncId, startedAt }] : []
}

/** Syncs a claimed repository. Records the result in the row and emits an event. */
export async function syncRepo(work: Work, mirrors: Mirrors, { claimed, syncId, startedAt }: SyncClaim): Promise<void> {
  const holder = { userId: claimed.userId, id: claimed.id, syncId }
  try {
    await syncClaimed(work, mirrors, claimed, holder, startedAt)
  } catch (error) {
    await files.dropList(work.db, { ...holder, generation: generationOf(holder.syncId, claimed.generation) })
    if (error instanceof ClaimLost) return
    // This worker is shutting down: release the claim, so that another worker starts over.
    if (work.signal.aborted) await repos.letGo(work.db, holder)
    else await recordFailure(work, mirrors, claimed, holder, error)
  }
}

async function syncClaimed(
  work: Work,
  mirrors: Mirrors,
  repo: repos.Claimed,
  holder: Holder,
  startedAt: Date,
): Promise<void> {
  const mirror = mirrors.of(repo.id)
  const lost = new AbortController()
  const signal = AbortSignal.any([work.signal, lost.signal])
  const at: { stage: Stage; percent: number | null } = { stage: 'connecting', percent: null }
  using _beat = heartbeat(
    BEAT_MS,
    () => repos.keepClaim(work.db, holder, { ...at, until: claimUntil(work.clock()) }),
    () => lost.abort(),
  )
  const ask = { url: repo.url, branch: repo.askedBranch, seconds: mirrors.limits.syncSeconds, signal }
  const [isThere, fetched] = await Promise.all([
    repo.head !== null && mirror.has(repo.head).catch(() => false),
    mirror.fetch({ ...ask, onProgress: (stage, percent) => Object.assign(at, { stage, percent }) }),
  ])
  const { commit } = fetched
  const branch = repo.askedBranch ?? fetched.branch ?? (await branchOf(mirror, repo, signal))
  if (isThere && commit === repo.head)
    return await finish(work, mirrors, repo, holder, { branch, commit, startedAt, listed: null, mirror })
  Object.assign(at, { stage: 'listing', percent: null })
  const from = isThere ? repo.head : null
  const { maxFiles } = mirrors.limits
  const newGeneration = generationOf(holder.syncId, repo.generation)
  const listed = await listTree(work.db, repo, { from, commit, mirror, maxFiles, signal, newGeneration })
  await finish(work, mirrors, repo, holder, { branch, commit, startedAt, listed, mirror })
}

/** A generation of this sync alone, so that a worker that lost its claim cannot write into the list of another. */
function generationOf(syncId: SyncId, current: number): number {
  const own = Number.parseInt(syncId.slice(-7), 16) + 1
  return own === current ? own + 1 : own
}

/** Asks the remote for its default branch on the first fetch and after a failure, because the host may have renamed it. */
async function branchOf(mirror: Mirror, repo: repos.Claimed, signal: AbortSignal): Promise<string> {
  if (repo.branch !== null && repo.failures === 0) return repo.branch
  const remote = await mirror.readRemoteHead(repo.url, null, signal)
  if (!remote) throw new NoBranch()
  return remote.branch
}

type Result = { branch: string; commit: string; startedAt: Date; listed: Listed | null; mirror: Mirror }

/** One transaction makes the new commit, its file list and the moved notes current. */
async function finish(work: Work, mirrors: Mirrors, repo: repos.Claimed, holder: Holder, result: Result) {
  const { db, clock } = work
  const { listed, mirror } = result
  const renames = await renamesSince(db, repo, result)
  const sizeBytes = await mirror.bytes()
  const now = clock()
  const done: repos.Synced = {
    branch: result.branch,
    head: result.commit,
    generation: listed?.generation ?? repo.generation,
    fileCount: listed?.count ?? repo.fileCount,
    sizeBytes,
    startedAt: result.startedAt,
    now,
    nextSyncAt: addSeconds(now, mirrors.limits.syncEverySeconds),
  }
  let movedNotes = 0
  await db.transaction().execute(async (trx) => {
    if (!(await repos.endSync(trx, holder, done))) throw new ClaimLost()
    const list = { userId: repo.userId, id: repo.id, generation: done.generation }
    await files.dropFiles(trx, list, listed?.removed ?? [])
    await files.putFiles(trx, list, listed?.put ?? [])
    movedNotes = renames.length > 0 ? await moveNotesOfRenamedFiles(trx, repo.userId, repo.name, renames) : 0
    await moveOrigins(trx, repo.userId, repo.name, repo.url, renames)
  })
  work.emit(codehostSync, {
    resource: { type: 'repo', id: repo.id },
    files: done.fileCount,
    changed: listed?.changes ?? 0,
    renamed_notes: movedNotes,
  })
  if (listed?.isNewList)
    await files.dropOtherLists(db, { userId: repo.userId, id: repo.id, generation: done.generation })
}

/**
 * Finds the new paths of files that have notes or a copy in the library. Compares the two commits first; what is still
 * missing is followed commit by commit, where a file that was moved and rewritten in turns is similar at every step.
 */
async function renamesSince(db: Db, repo: repos.Claimed, result: Result): Promise<Rename[]> {
  const { listed, mirror, commit } = result
  if (!listed?.from || listed.gone.size === 0) return []
  const [noted, copied] = await Promise.all([
    listNotedPaths(db, repo.userId, repo.name),
    takenFrom(db, repo.userId, repo.name, repo.url, [...listed.gone]),
  ])
  const gone = [...new Set([...noted, ...copied.map(({ path }) => path)])].filter((path) => listed.gone.has(path))
  if (gone.length === 0) return []
  const found = new Map<string, string>()
  const missing = new Set(gone)
  for await (const { kind, from, to } of mirror.changes(listed.from, commit))
    if (kind === 'renamed' && missing.delete(from)) found.set(from, to)
  if (missing.size > 0) {
    const now = new Map([...missing].map((path) => [path, path]))
    for await (const { from, to } of mirror.renames(listed.from, commit))
      for (const [path, at] of now) if (at === from) now.set(path, to)
    for (const [path, at] of now) if (at !== path && listed.isThere(at)) found.set(path, at)
  }
  return [...found].map(([from, to]) => ({ from, to }))
}

async function recordFailure(
  { db, clock, emit, log }: Work,
  mirrors: Mirrors,
  repo: repos.Claimed,
  holder: Holder,
  error: unknown,
): Promise<void> {
  const code = codeOf(error)
  const resource = { type: 'repo', id: repo.id }
  log.warn(
    { err: error, repo: repo.id, stderr: error instanceof GitFailure ? withoutNames(error.stderr) : '' },
    'sync failed',
  )
  if (code === 'busy') emit(codehostRateLimitCheck, { resource, limited: true })
  const { syncEverySeconds } = mirrors.limits
  const wait = retrySeconds(repo.failures + (code === 'busy' ? 3 : 1), syncEverySeconds)
  await repos.failSync(db, holder, { error: code, nextSyncAt: addSeconds(clock(), wait) })
  emit(codehostImportRepoError, { resource, error: code })
}

function codeOf(error: unknown): SyncError {
  if (error instanceof NoBranch) return 'no_branch'
  if (error instanceof TooManyFiles) return 'too_many_files'
  if (error instanceof PrivateAddress) return 'private_address'
  if (error instanceof GitFailure) return syncErrorOf(error.trouble, error.stderr)
  return isUnknownHost(error) ? 'unreachable' : 'failed'
}

function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo'
}
