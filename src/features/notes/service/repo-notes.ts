import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { Problem } from '#platform/problem.ts'
import {
  findRepo,
  hasFile,
  invalidRepoPath,
  isReadable,
  mirroredNames,
  normalizeRepoPath,
  type Repo,
  repoFileNotFound,
  repoNotFound,
} from '#features/repos/public.ts'
import type { Place } from '../anchor/follow.ts'
import { MAX_NOTES_PER_REPO_FILE, type Note, type NoteChange, type RepoTarget, type Target } from '../note.ts'
import { noteNotFound, noteQuotaExceeded } from '../problems.ts'
import * as store from '../store/notes.ts'
import * as repoStore from '../store/repo-notes.ts'
import { insert, newNote } from './create.ts'
import { repoPlaces, repoQuote } from './repo-places.ts'
import { type Updated, updateNote } from './update.ts'

type Flagged = repoStore.Flagged

/** `isUnknown`: the mirror cannot be read, so nothing is said about any note. */
export type RepoNotes = { flagged: Flagged[]; repo: Repo | null; isUnknown: boolean }
export type PlacedRepoNotes = RepoNotes & { places: Map<NoteId, Place> }

/** One spelling for writing and reading alike. */
function pathOf(given: string): string {
  const path = normalizeRepoPath(given)
  if (path === null) throw invalidRepoPath({ field: 'repo_path' })
  return path
}

/** Flags are computed on reading and never written. What has notes is found, also when it is no longer mirrored. */
async function flaggedNotes(ctx: UserCtx, repoName: string, path: string | null): Promise<RepoNotes> {
  const repo = await findRepo(ctx, repoName)
  const isUnknown = repo !== null && !(await isReadable(ctx, repo))
  const flagged = isUnknown ? null : await readFlagged(ctx, repoName, path)
  if (flagged === null) {
    const notes = await repoStore.listUnflagged(ctx.db, ctx.user.id, repoName)
    const own = notes.filter(({ target }) => path === null || (target.kind === 'repo' && target.repoPath === path))
    return { repo, isUnknown: true, flagged: own.map((note) => ({ note, isOrphan: false })) }
  }
  if (!repo && flagged.length === 0) throw repoNotFound({ repo_name: repoName })
  return { repo, isUnknown: false, flagged }
}

/** Null when it could not be asked: "unknown" is another answer than "none". */
async function readFlagged(ctx: UserCtx, repoName: string, path: string | null): Promise<Flagged[] | null> {
  try {
    return await repoStore.listFlagged(ctx.db, ctx.user.id, repoName, path)
  } catch {
    return null
  }
}

export async function listRepoNotes(ctx: UserCtx, repoName: string, givenPath: string): Promise<PlacedRepoNotes> {
  const listed = await flaggedNotes(ctx, repoName, pathOf(givenPath))
  const { repo, flagged, isUnknown } = listed
  const there = flagged.filter(({ isOrphan }) => !isOrphan).map(({ note }) => note)
  const places = repo && !isUnknown ? await placesOrNull(ctx, repo, there) : new Map<NoteId, Place>()
  if (places) return { ...listed, places }
  return { repo, isUnknown: true, flagged: flagged.map(({ note }) => ({ note, isOrphan: false })), places: new Map() }
}

/** Null when the mirror is there and git cannot read it, or not in time: the notes are shown all the same. */
async function placesOrNull(ctx: UserCtx, repo: Repo, notes: readonly Note[]): Promise<Map<NoteId, Place> | null> {
  try {
    return await repoPlaces(ctx, repo, notes)
  } catch (error) {
    if (error instanceof Problem && error.status === 503) return null
    throw error
  }
}

export async function repoOrphans(ctx: UserCtx, repoName: string): Promise<RepoNotes> {
  const listed = await flaggedNotes(ctx, repoName, null)
  return { ...listed, flagged: listed.flagged.filter(({ isOrphan }) => isOrphan) }
}

export type OrphanRepos = { repos: { repoName: string; notes: number }[]; isUnknown: boolean }

/** Repositories that have notes and are no longer mirrored. */
export async function orphanRepos(ctx: UserCtx): Promise<OrphanRepos> {
  const counted = await repoStore.countByRepo(ctx.db, ctx.user.id)
  const mirrored = await mirroredNames(ctx).catch(() => null)
  if (mirrored === null) return { repos: [], isUnknown: true }
  return { repos: counted.filter(({ repoName }) => !mirrored.has(repoName)), isUnknown: false }
}

export async function createRepoNote(
  ctx: UserCtx,
  repoName: string,
  givenPath: string,
  draft: NoteChange,
): Promise<Note> {
  const repoPath = pathOf(givenPath)
  await assertFile(ctx, repoName, repoPath)
  const target = { kind: 'repo' as const, repoName, repoPath }
  const note = newNote(ctx, target, draft, await repoQuote(ctx, target, draft))
  return insert(ctx, note, (trx) => assertRoom(trx, ctx, target))
}

async function assertRoom(trx: Db, ctx: UserCtx, target: RepoTarget): Promise<void> {
  const there = await store.countOnTarget(trx, ctx.user.id, target)
  if (there >= MAX_NOTES_PER_REPO_FILE) throw noteQuotaExceeded({ max: MAX_NOTES_PER_REPO_FILE, scope: 'repo_file' })
}

async function assertFile(ctx: UserCtx, repoName: string, repoPath: string): Promise<void> {
  if (!(await findRepo(ctx, repoName))) throw repoNotFound({ repo_name: repoName })
  if (!(await hasFile(ctx, repoName, repoPath))) throw repoFileNotFound({ repo_name: repoName, repo_path: repoPath })
}

export type Reattached = Exclude<Updated, { outcome: 'missing' }>
export type Reattach = { path: string; lineStart: number | null; lineEnd: number | null }

/** An orphan is put on another file of its repository; what it says and its reminder stay. */
export async function reattachNote(ctx: UserCtx, id: NoteId, ask: Reattach): Promise<Reattached> {
  const note = await store.findNote(ctx.db, ctx.user.id, id)
  if (note?.target.kind !== 'repo') throw noteNotFound({ note_id: id })
  const target = { ...note.target, repoPath: pathOf(ask.path) }
  await assertFile(ctx, target.repoName, target.repoPath)
  const lines = { lineStart: ask.lineStart, lineEnd: ask.lineEnd, anchorId: null, anchorText: null }
  const move = { target, put: (trx: Db, from: Target) => putOnPath(trx, ctx, id, from, target) }
  const updated = await updateNote(ctx, id, lines, null, move)
  if (updated.outcome === 'missing') throw noteNotFound({ note_id: id })
  return updated
}

async function putOnPath(trx: Db, ctx: UserCtx, id: NoteId, from: Target, to: RepoTarget): Promise<void> {
  if (from.kind === 'repo' && from.repoPath === to.repoPath) return
  await store.takeTurn(trx, ctx.user.id)
  await assertRoom(trx, ctx, to)
  await repoStore.putOnPath(trx, ctx.user.id, id, to.repoPath)
}

/** The same for a form, which is led back with a word instead of an error page. */
export async function attachByForm(ctx: UserCtx, id: NoteId, ask: Reattach) {
  const note = await store.findNote(ctx.db, ctx.user.id, id)
  if (note?.target.kind !== 'repo') throw noteNotFound({ note_id: id })
  const { repoName } = note.target
  const path = normalizeRepoPath(ask.path)
  if (path === null || !(await hasFile(ctx, repoName, path))) return { repoName, done: 'no_file' as const }
  const { outcome } = await reattachNote(ctx, id, ask)
  return { repoName, done: outcome === 'updated' ? ('attached' as const) : ('changed' as const) }
}
