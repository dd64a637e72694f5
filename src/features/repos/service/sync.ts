import { addSeconds } from '#base/time.ts'
import type { Db } from '#platform/db/pool.ts'
import { PrivateAddress } from '#platform/git/address.ts'
import type { LocalMirror, Mirrors } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { heartbeat } from '#platform/heartbeat.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import { codehostImportRepoError, codehostRateLimitCheck, codehostSync } from '../events.ts'
import { type MirrorId, retrySeconds, type Stage, type SyncError, type SyncId } from '../repo.ts'
import { syncErrorOf, withoutNames } from '../sync-error.ts'
import * as branches from '../store/branches.ts'
import * as files from '../store/files.ts'
import * as mirrorRows from '../store/mirrors.ts'
import { type Listed, listTree, TooManyFiles } from './list-tree.ts'
import { ClaimLost, moveUsersToCommit } from './move-users.ts'
import type { RemindOfChanges } from './watches.ts'

type Work = Pick<JobCtx, 'db' | 'clock' | 'emit' | 'log' | 'newId' | 'signal'> & {
  offload: Offload
  remind: RemindOfChanges
}

const BEAT_MS = 1_000
/**
 * Short, because a watch must fire within 10 seconds when the worker dies. A worker that stalls for longer loses its claim and stops; every write of
 * a sync checks the claim, so the one that continues does nothing twice.
 */
const CLAIM_SECONDS = 5

class NoBranch extends Error {}

export type SyncClaim = { claimed: mirrorRows.Claimed; syncId: SyncId; startedAt: Date }

/** Claims the mirror that is due longest, if any, of those that are not `held`. */
export async function claimSync(
  { db, newId }: Work,
  syncer: mirrorRows.Syncer,
  held: readonly MirrorId[],
  startedAt: Date,
): Promise<SyncClaim[]> {
  const syncId = newId<'sync'>()
  const until = addSeconds(startedAt, CLAIM_SECONDS)
  const claimed = await mirrorRows.claimDue(db, { syncId, held, ...syncer }, startedAt, until)
  return claimed ? [{ claimed, syncId, startedAt }] : []
}

/** Syncs a claimed mirror and moves everyone who has it to the new commit. Records the result in the row and emits an event. */
export async function syncMirror(work: Work, mirrors: Mirrors, node: string | null, claim: SyncClaim): Promise<void> {
  const { claimed, syncId } = claim
  const { db, signal } = work
  const holder = { mirrorId: claimed.mirrorId, syncId }
  const current = await files.findList(db, claimed.mirrorId)
  const newList = { mirrorId: claimed.mirrorId, generation: generationOf(syncId, current?.generation ?? 0) }
  try {
    await syncClaimed({ work, mirrors, node, claim, holder }, current, newList)
  } catch (error) {
    const isCurrent = (await files.findList(db, claimed.mirrorId))?.generation === newList.generation
    if (!isCurrent) await files.dropList(db, newList)
    if (error instanceof ClaimLost) return
    // This worker is shutting down: release the claim, so that another worker starts over.
    if (signal.aborted) await mirrorRows.letGo(db, holder)
    else await recordFailure(work, mirrors, claimed, holder, error)
  }
}

/** A generation of this sync alone, so that a worker that lost its claim cannot write into the list of another. */
function generationOf(syncId: SyncId, current: number): number {
  const own = Number.parseInt(syncId.slice(-7), 16) + 1
  return own === current ? own + 1 : own
}

type Fetched = {
  branch: string
  commit: string
  mirror: LocalMirror
  listed: Listed | null
}

type Sync = { work: Work; mirrors: Mirrors; node: string | null; claim: SyncClaim; holder: mirrorRows.Holder }

async function syncClaimed(sync: Sync, current: files.CurrentList | null, newList: files.List): Promise<void> {
  const { work, mirrors, holder } = sync
  const { claimed } = sync.claim
  const mirror = mirrors.local(claimed.mirrorId)
  const lost = new AbortController()
  const signal = AbortSignal.any([work.signal, lost.signal])
  const at: { stage: Stage; percent: number | null } = { stage: 'connecting', percent: null }
  using _beat = heartbeat(
    BEAT_MS,
    () => mirrorRows.keepClaim(work.db, holder, { ...at, until: addSeconds(work.clock(), CLAIM_SECONDS) }),
    () => lost.abort(new ClaimLost()),
  )
  const ask = { url: claimed.url, branch: claimed.askedBranch, seconds: mirrors.limits.syncSeconds, signal }
  const [isThere, fetched] = await Promise.all([
    current !== null && mirror.has(current.commit).catch(() => false),
    mirror.fetch({ ...ask, onProgress: (stage, percent) => Object.assign(at, { stage, percent }) }),
  ])
  const { commit } = fetched
  const branch = claimed.askedBranch ?? fetched.branch ?? (await branchOf(mirror, claimed, signal))
  if (isThere && commit === current?.commit) return await finish(sync, { branch, commit, mirror, listed: null })
  Object.assign(at, { stage: 'listing', percent: null })
  const listed = await listTree(work.db, {
    current: isThere && current ? { ...current, fileCount: claimed.fileCount } : null,
    commit,
    mirror,
    maxFiles: mirrors.limits.maxFiles,
    signal,
    newList,
  })
  await finish(sync, { branch, commit, mirror, listed })
}

/** Asks the remote for its default branch on the first fetch and after a failure, because the host may have renamed it. */
async function branchOf(mirror: LocalMirror, claimed: mirrorRows.Claimed, signal: AbortSignal): Promise<string> {
  if (claimed.branch !== null && claimed.failures === 0) return claimed.branch
  const remote = await mirror.readRemoteHead(claimed.url, null, signal)
  if (!remote) throw new NoBranch()
  return remote.branch
}

/**
 * One transaction makes the new commit and its file list current. Then everyone who has the mirror is moved to the commit, with
 * their notes. The claim ends last: if this worker dies before, the next sync moves those who are left.
 */
async function finish(sync: Sync, { branch, commit, mirror, listed }: Fetched): Promise<void> {
  const { work, mirrors, node, holder } = sync
  const { db, clock, log } = work
  const { claimed, startedAt } = sync.claim
  const { mirrorId } = claimed
  const fileCount = listed?.count ?? claimed.fileCount
  const sizeBytes = await mirror.bytes()
  const now = clock()
  await db.transaction().execute(async (trx) => {
    if (!(await mirrorRows.putSynced(trx, holder, { branch, head: commit, fileCount, sizeBytes, now, node })))
      throw new ClaimLost()
    if (listed) await writeList(trx, { mirrorId, commit, generation: listed.generation }, listed)
  })
  const movedNotes = await moveUsersToCommit(db, mirror, {
    mirrorId,
    commit,
    offload: work.offload,
    clock,
    remind: work.remind,
    inClaim: (run) =>
      db.transaction().execute(async (trx) => {
        if (!(await mirrorRows.lockClaim(trx, holder))) throw new ClaimLost()
        return run(trx)
      }),
    onFailure: (error) => log.warn({ err: error, mirror: mirrorId }, 'a user stays at the earlier commit'),
  })
  if (listed?.isNewList) await files.dropOtherLists(db, { mirrorId, generation: listed.generation })
  await syncBranches(sync, mirror)
  const nextSyncAt = addSeconds(now, mirrors.limits.syncEverySeconds)
  await mirrorRows.endSync(db, holder, { startedAt, now, nextSyncAt })
  work.emit(codehostSync, {
    resource: { type: 'mirror', id: mirrorId },
    files: fileCount,
    changed: listed?.changes ?? 0,
    renamed_notes: movedNotes,
  })
}

/** The most branches of one mirror that are fetched, whoever follows them; the first ones added win. */
const MAX_FETCHED_BRANCHES = 50

/**
 * Fetches the other branches that users follow, after everything that notes and watches need. A failure is recorded with the branch:
 * the mirror itself is synced.
 */
async function syncBranches({ work, mirrors, claim, holder }: Sync, mirror: LocalMirror): Promise<void> {
  const { db, signal, log } = work
  const { mirrorId, url } = claim.claimed
  const followed = await branches.listFollowed(db, mirrorId)
  if (followed.length === 0) return
  const names = followed.slice(0, MAX_FETCHED_BRANCHES)
  const found = await mirror
    .fetchBranches({ url, names, seconds: mirrors.limits.syncSeconds, signal, onProgress: () => undefined })
    .catch((error: unknown) => {
      if (signal.aborted) throw error
      log.warn({ err: error, mirror: mirrorId }, 'branches were not fetched')
      return codeOf(error)
    })
  await db.transaction().execute(async (trx) => {
    if (!(await mirrorRows.lockClaim(trx, holder))) throw new ClaimLost()
    for (const [i, name] of followed.entries()) await branches.putBranch(trx, mirrorId, name, stateOf(i, name))
  })

  function stateOf(i: number, name: string): { head: string } | { error: SyncError } {
    if (i >= MAX_FETCHED_BRANCHES) return { error: 'too_many_branches' }
    if (typeof found === 'string') return { error: found }
    const head = found.get(name)
    return head === undefined ? { error: 'no_branch' } : { head }
  }
}

async function writeList(trx: Db, list: files.CurrentList, { removed, put }: Listed): Promise<void> {
  await files.putList(trx, list)
  await files.dropFiles(trx, list, removed)
  await files.putFiles(trx, list, put)
}

async function recordFailure(
  { db, clock, emit, log }: Work,
  mirrors: Mirrors,
  { mirrorId, failures }: mirrorRows.Claimed,
  holder: mirrorRows.Holder,
  error: unknown,
): Promise<void> {
  const code = codeOf(error)
  const resource = { type: 'mirror', id: mirrorId }
  const { syncEverySeconds } = mirrors.limits
  const wait = retrySeconds(failures + (code === 'busy' ? 3 : 1), syncEverySeconds)
  if (!(await mirrorRows.failSync(db, holder, { error: code, nextSyncAt: addSeconds(clock(), wait) }))) return
  const stderr = error instanceof GitFailure ? withoutNames(error.stderr) : ''
  log.warn({ err: error, mirror: mirrorId, stderr }, 'sync failed')
  if (code === 'busy') emit(codehostRateLimitCheck, { resource, limited: true })
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
