import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { moveNotesOfRenamedFiles } from '#features/notes/public.ts'
import type { MirrorId, Rename } from '../repo.ts'
import * as files from '../store/files.ts'
import { moveOrigins } from '../store/origins.ts'
import * as repos from '../store/repos.ts'

/**
 * Moves everyone who has the mirror to its new commit, and returns how many notes moved with renamed files. Users with notes on
 * files that are gone, or with copies of them, are moved one by one with those; the others together in one statement. A user for
 * whom that fails stays at the earlier commit until the next sync and does not hold up the others.
 */
export async function moveUsersToCommit(db: Db, mirror: LocalMirror, ask: MoveAsk): Promise<number> {
  const { mirrorId, commit, listed, inClaim, onFailure } = ask
  let movedNotes = 0
  for (const from of await repos.otherHeads(db, mirrorId, commit)) {
    const except: UserId[] = []
    try {
      const gone = listed && listed.from === from ? listed.gone : await goneFiles(mirror, from, commit)
      if (from !== null) movedNotes += await moveWithRenames(db, mirror, { from, gone }, ask, except)
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      // Git could not compare the commits. Whose notes have to move is not known, so nobody moves from this commit.
      onFailure(error)
      continue
    }
    await inClaim((trx) => repos.moveHeads(trx, mirrorId, { from, to: commit, except }))
  }
  return movedNotes
}

type MoveAsk = {
  mirrorId: MirrorId
  commit: string
  listed: GoneSince | null
  /** Runs a transaction only while this worker has the claim: users whom another worker has moved on must not be moved back. */
  inClaim: <T>(run: (trx: Db) => Promise<T>) => Promise<T>
  onFailure: (error: unknown) => void
}

/** Files that the new commit no longer has, as the sync has just listed them. Almost everyone is at that earlier commit. */
export type GoneSince = { from: string; gone: readonly string[] }

/** Another worker has claimed the mirror meanwhile, so the work of this one is dropped. */
export class ClaimLost extends Error {}

/** Moves the users with notes on renamed files, or with copies of them. Adds those for whom that failed to `failed`. */
async function moveWithRenames(
  db: Db,
  mirror: LocalMirror,
  { from, gone }: GoneSince,
  { mirrorId, commit: to, inClaim, onFailure }: MoveAsk,
  failed: UserId[],
): Promise<number> {
  const used = await repos.usedPaths(db, mirrorId, from, gone)
  const paths = new Set(used.map(({ path }) => path))
  const renames = await findRenames(db, mirror, { mirrorId, from, to }, paths)
  if (renames.length === 0) return 0
  let movedNotes = 0
  for (const [user] of Map.groupBy(used, ({ userId, id }) => `${userId} ${id}`).values()) {
    if (!user) continue
    try {
      movedNotes += await inClaim(async (trx) => {
        if (!(await repos.moveHead(trx, user, from, to))) return 0
        // All renames: the user may have made a note on another of these files since we looked.
        await moveOrigins(trx, user.userId, user.name, user.url, renames)
        return moveNotesOfRenamedFiles(trx, user.userId, user.name, renames)
      })
    } catch (error) {
      if (error instanceof ClaimLost) throw error
      onFailure(error)
      failed.push(user.userId)
    }
  }
  return movedNotes
}

/** None for a user who had no commit yet, or one that the mirror lost. */
async function goneFiles(mirror: LocalMirror, from: string | null, to: string): Promise<string[]> {
  const gone: string[] = []
  if (from === null || !(await mirror.hasCommit(from))) return gone
  for await (const change of mirror.changes(from, to, { renames: false }))
    if (change.kind === 'deleted') gone.push(change.from)
  return gone
}

/**
 * Finds the new paths of these files. Compares the two commits first; what is still missing is followed commit by commit, where a
 * file that was moved and rewritten in turns is similar at every step.
 */
async function findRenames(
  db: Db,
  mirror: LocalMirror,
  { mirrorId, from, to }: { mirrorId: MirrorId; from: string; to: string },
  paths: ReadonlySet<string>,
): Promise<Rename[]> {
  if (paths.size === 0) return []
  // Two non-UTF-8 names may have the same readable form: one of them is gone, the other is still there.
  const missing = paths.difference(await present(db, mirrorId, to, [...paths]))
  const found = new Map<string, string>()
  for await (const change of mirror.changes(from, to))
    if (change.kind === 'renamed' && missing.delete(change.from)) found.set(change.from, change.to)
  if (missing.size > 0) {
    const now = new Map([...missing].map((path) => [path, path]))
    for await (const rename of mirror.renames(from, to))
      for (const [path, at] of now) if (at === rename.from) now.set(path, rename.to)
    for (const [path, at] of now) if (at !== path) found.set(path, at)
  }
  // A target that is not in the list is gone again, or its name is too long to be stored.
  const there = await present(db, mirrorId, to, [...found.values()])
  return [...found].flatMap(([path, at]) => (there.has(at) ? [{ from: path, to: at }] : []))
}

/** Which of these paths the new commit has. Its list is current while the caller has the claim. */
async function present(db: Db, mirrorId: MirrorId, commit: string, paths: string[]): Promise<Set<string>> {
  const there = await files.findFiles(db, mirrorId, commit, paths)
  if (there === 'other_commit') throw new Error('the list of the mirror is of another commit')
  return new Set(there.keys())
}
