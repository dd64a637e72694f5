import type { Db } from '#platform/db/pool.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import { moveNotesOfRenamedFiles } from '#features/notes/public.ts'
import type { MirrorId, Rename } from '../repo.ts'
import * as files from '../store/files.ts'
import { moveOrigins } from '../store/origins.ts'
import * as repos from '../store/repos.ts'

/**
 * Moves everyone who has the mirror to its new commit, and returns how many notes moved with renamed files. Users with notes on
 * files that are gone, or with copies of them, are moved one by one with those; the others together in one statement.
 */
export async function moveUsersToCommit(
  db: Db,
  mirror: LocalMirror,
  { mirrorId, commit, listed, assertClaim }: MoveAsk,
): Promise<number> {
  let movedNotes = 0
  for (const from of await repos.otherHeads(db, mirrorId, commit)) {
    const gone = listed && listed.from === from ? listed.gone : await goneFiles(mirror, from, commit)
    await assertClaim()
    if (from !== null) movedNotes += await moveWithRenames(db, mirror, { mirrorId, from, to: commit, gone })
    await assertClaim()
    await repos.moveHeads(db, mirrorId, from, commit)
  }
  return movedNotes
}

type MoveAsk = {
  mirrorId: MirrorId
  commit: string
  listed: GoneSince | null
  /** Throws when another worker has claimed the mirror: users whom it has moved on must not be moved back. */
  assertClaim: () => Promise<void>
}

/** Files that the new commit no longer has, as the sync has just listed them. Almost everyone is at that earlier commit. */
export type GoneSince = { from: string; gone: readonly string[] }

type Move = { mirrorId: MirrorId; from: string; to: string; gone: readonly string[] }

async function moveWithRenames(db: Db, mirror: LocalMirror, move: Move): Promise<number> {
  const { mirrorId, from, to, gone } = move
  const used = await repos.usedPaths(db, mirrorId, from, gone)
  const renames = await findRenames(db, mirror, move, new Set(used.map(({ path }) => path)))
  if (renames.length === 0) return 0
  let movedNotes = 0
  for (const rows of Map.groupBy(used, ({ userId, id }) => `${userId} ${id}`).values()) {
    const [user] = rows
    const own = renames.filter((rename) => rows.some(({ path }) => path === rename.from))
    if (!user || own.length === 0) continue
    movedNotes += await db.transaction().execute(async (trx) => {
      if (!(await repos.moveHead(trx, user, from, to))) return 0
      await moveOrigins(trx, user.userId, user.name, user.url, own)
      return moveNotesOfRenamedFiles(trx, user.userId, user.name, own)
    })
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
  { mirrorId, from, to }: Omit<Move, 'gone'>,
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
    const there = await present(db, mirrorId, to, [...now.values()])
    for (const [path, at] of now) if (at !== path && there.has(at)) found.set(path, at)
  }
  return [...found].map(([path, at]) => ({ from: path, to: at }))
}

/** Which of these paths the new commit has. Its list is current: the caller has just written it and holds the claim. */
async function present(db: Db, mirrorId: MirrorId, commit: string, paths: string[]): Promise<Set<string>> {
  const there = await files.findFiles(db, mirrorId, commit, paths)
  if (there === 'other_commit') throw new Error('the list of the mirror is of another commit')
  return new Set(there.keys())
}
