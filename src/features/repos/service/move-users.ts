import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { isDeadlineOrBusy, type Offload } from '#platform/threads.ts'
import { findChangesInCommit, followNotes, type FoundNote } from '#features/following/public.ts'
import { moveNotesOfRenamedFiles, putFollowedNotes } from '#features/notes/public.ts'
import type { UsedPath } from '../noted-lines.ts'
import type { MirrorId, Rename } from '../repo.ts'
import * as files from '../store/files.ts'
import { listWatching, notedLines } from '../store/noted-lines.ts'
import { moveOrigins } from '../store/origins.ts'
import * as repos from '../store/repos.ts'
import { fireInRepo, isRead, NOTHING_READ, type ReadNotes, type RemindOfChanges, type Touched } from './watches.ts'

/**
 * Moves everyone who has the mirror to its new commit, and returns how many notes moved with renamed files. Users with notes on
 * files that are gone, or with copies of them, are moved one by one with those; the others together in one statement. A user for
 * whom that fails stays at the earlier commit until the next sync and does not hold up the others.
 */
export async function moveUsersToCommit(db: Db, mirror: LocalMirror, ask: MoveAsk): Promise<number> {
  const { mirrorId, commit, inClaim, onFailure } = ask
  let movedNotes = 0
  for (const from of await repos.otherHeads(db, mirrorId, commit)) {
    const except: UserId[] = []
    let read: ReadNotes = NOTHING_READ
    try {
      const touched = await touchedFiles(mirror, from, commit)
      if (from !== null) {
        read = await findNotes(db, mirror, { from, touched }, ask)
        movedNotes += await moveWithNotes(db, mirror, { from, read }, ask, except)
      }
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      // Git could not compare the commits. Whose notes have to move is not known, so nobody moves from this commit.
      onFailure(error)
      continue
    }
    await inClaim((trx) => moveOthers(trx, ask, { from, read, except }))
  }
  return movedNotes
}

/**
 * Moves those without notes on files that changed. Somebody may have set a watch on one of these since the notes were read: they stay, and
 * the next sync follows it. The heads move first, because that locks them: a watch that is set later is set at the new commit.
 */
async function moveOthers(
  trx: Db,
  { mirrorId, commit: to }: MoveAsk,
  { from, read, except }: { from: string | null; read: ReadNotes; except: readonly UserId[] },
): Promise<void> {
  const moved = new Set(await repos.moveHeads(trx, mirrorId, { from, to, except }))
  if (from === null || moved.size === 0) return
  const watching = await listWatching(trx, mirrorId, to, [...read.touched.gone, ...read.touched.changed])
  const late = watching.filter((each) => moved.has(each.id) && !isRead(read, each.noteId, each.watchAt))
  for (const user of late) await repos.moveHead(trx, user, to, from)
}

type MoveAsk = {
  mirrorId: MirrorId
  commit: string
  offload: Offload
  /** Runs a transaction only while this worker has the claim: users whom another worker has moved on must not be moved back. */
  inClaim: <T>(run: (trx: Db) => Promise<T>) => Promise<T>
  onFailure: (error: unknown) => void
  clock: () => Date
  remind: RemindOfChanges
}

/** Another worker has claimed the mirror meanwhile, so the work of this one is dropped. */
export class ClaimLost extends Error {}

/** Moves the users with notes on files that changed, or with copies of renamed ones. Adds those for whom that failed to `failed`. */
async function moveWithNotes(
  db: Db,
  mirror: LocalMirror,
  { from, read }: { from: string; read: ReadNotes },
  ask: MoveAsk,
  failed: UserId[],
): Promise<number> {
  const { mirrorId, commit: to, inClaim, onFailure, clock, remind } = ask
  const used = await repos.usedPaths(db, mirrorId, from, read.touched.gone)
  const paths = new Set(used.map(({ path }) => path))
  const renames = await findRenames(db, mirror, { mirrorId, from, to }, paths)
  const found = Map.groupBy(read.found, ({ noted }) => keyOf(noted))
  const users = new Map((renames.length === 0 ? [] : used).map((user) => [keyOf(user), user]))
  for (const [key, [first]] of found) if (first) users.set(key, first.noted)
  let movedNotes = 0
  for (const [key, user] of users) {
    try {
      movedNotes += await inClaim(async (trx) => {
        if (!(await repos.moveHead(trx, user, from, to))) return 0
        await fireInRepo(trx, user, read, { now: clock(), remind })
        // All renames: the user may have made a note on another of these files since we looked.
        await moveOrigins(trx, user.userId, user.name, user.url, renames)
        const notes = (found.get(key) ?? []).map((each) => each.found)
        const renamed = await moveNotesOfRenamedFiles(trx, user.userId, user.name, renames)
        return renamed + (await putFollowedNotes(trx, user.userId, user.name, notes))
      })
    } catch (error) {
      if (error instanceof ClaimLost) throw error
      onFailure(error)
      failed.push(user.userId)
    }
  }
  return movedNotes
}

function keyOf({ userId, id }: UsedPath): string {
  return `${userId} ${id}`
}

/**
 * Where the notes on these files are now. None when they cannot be followed in time: then each read follows them in their file, and their
 * watches stay on until the next commit that changes the file.
 */
async function findNotes(
  db: Db,
  mirror: LocalMirror,
  { from, touched }: { from: string; touched: Touched },
  { mirrorId, commit: to, offload, onFailure }: MoveAsk,
): Promise<ReadNotes> {
  const lines = await notedLines(db, mirrorId, from, [...touched.gone, ...touched.changed])
  const noted = new Map(lines.map((each) => [each.noteId, each]))
  if (lines.length === 0) return { ...NOTHING_READ, touched }
  try {
    const found = await followNotes({ mirror, offload, from, to }, lines)
    // A target that is not in the list has a name that is too long to be stored.
    const there = await present(db, mirrorId, to, [...new Set(found.flatMap((each) => each.found.path ?? []))])
    const stored = found.filter((each) => each.found.path === null || there.has(each.found.path))
    const renames = await findRenames(db, mirror, { mirrorId, from, to }, lostInSymbols(stored, touched))
    return {
      touched,
      noted,
      found: stored,
      changes: await findChangesInCommit({ mirror, offload, to, renames }, stored),
    }
  } catch (error) {
    if (!(error instanceof GitFailure) && !isDeadlineOrBusy(error)) throw error
    onFailure(error)
    return { touched, noted, found: [], changes: new Map() }
  }
}

/** Files that are gone, and in which a symbol is watched whose note has no lines any more: nothing else says where they are now. */
function lostInSymbols(found: readonly FoundNote[], { gone }: Touched): Set<string> {
  const lost = found.filter(({ noted, found: { followed } }) => noted.watchSymbol && followed.ranges.length === 0)
  return new Set(lost.map(({ noted }) => noted.path)).intersection(new Set(gone))
}

/** None for a user who had no commit yet, or one that the mirror lost. */
async function touchedFiles(mirror: LocalMirror, from: string | null, to: string): Promise<Touched> {
  const touched = { gone: new Array<string>(), changed: new Array<string>() }
  if (from === null || !(await mirror.hasCommit(from))) return touched
  for await (const { kind, from: path } of mirror.changes(from, to, { renames: false })) {
    if (kind === 'deleted') touched.gone.push(path)
    else if (kind === 'changed') touched.changed.push(path)
  }
  return touched
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
