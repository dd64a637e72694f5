import type { NoteId } from '#base/ids.ts'
import { normalizePath } from '#base/path.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { type AnchorLocation, locateInCommit, readBlobsSince } from '#features/following/public.ts'
import {
  countNotesByRepo,
  countRepoFileNotes,
  createNoteInRepo,
  findNote,
  listNotesInRepo,
  moveNoteInRepo,
  type Note,
  type NoteChange,
  noteNotFound,
  type RepoTarget,
  type Updated,
} from '#features/notes/public.ts'
import { invalidRepoPath, repoFileNotFound, repoNotFound } from '../problems.ts'
import type { Repo } from '../repo.ts'
import type { At, FileNotes } from '../view.ts'
import { findFiles, hasFile, heavyReading, isReadable } from './open.ts'
import { findRepo, listRepos } from './repos.ts'
import { quoteInRepo } from './texts.ts'

/** `isUnknown`: the mirror cannot be read, so no note is flagged. */
export type RepoNotes = { flagged: Flagged[]; repo: Repo | null; isUnknown: boolean }
type Flagged = { note: Note; isOrphan: boolean }
export type LocatedRepoNotes = RepoNotes & { locations: Map<NoteId, AnchorLocation> }

/** Normalises the path, for writes and reads alike. */
function pathOf(given: string): string {
  const path = normalizePath(given)
  if (path === null) throw invalidRepoPath({ field: 'repo_path' })
  return path
}

/** Flags are computed on read and never stored. A repository with notes is found even if it is no longer mirrored. */
async function flaggedNotes(ctx: UserCtx, repoName: string, path: string | null): Promise<RepoNotes> {
  const found = await findRepo(ctx, repoName)
  const { notes, commit } = await listNotesInRepo(ctx, repoName, path)
  if (!found && notes.length === 0) throw repoNotFound({ repo_name: repoName })
  const repo = found && notes.length > 0 ? { ...found, head: commit } : found
  const there = repo ? await presentPaths(ctx, repo, notes) : new Set<string>()
  const flagged = notes.map((note) => ({ note, isOrphan: there !== null && !there.has(repoPathOf(note)) }))
  return { repo, isUnknown: there === null, flagged }
}

/** Which of the notes' files exist; null when the mirror or its list cannot be read: "unknown" must not be reported as "none". */
async function presentPaths(ctx: UserCtx, repo: Repo, notes: readonly Note[]): Promise<Set<string> | null> {
  if (!(await isReadable(ctx, repo))) return null
  try {
    const found = await findFiles(ctx, repo, [...new Set(notes.map(repoPathOf))])
    return new Set(found.keys())
  } catch {
    return null
  }
}

function repoPathOf({ target }: Note): string {
  return target.kind === 'repo' ? target.repoPath : ''
}

export async function listRepoNotes(ctx: UserCtx, repoName: string, givenPath: string): Promise<LocatedRepoNotes> {
  const path = pathOf(givenPath)
  const listed = await flaggedNotes(ctx, repoName, path)
  const { repo, flagged, isUnknown } = listed
  const there = flagged.filter(({ isOrphan }) => !isOrphan).map(({ note }) => note)
  const locations = repo && !isUnknown ? await locateOrNull(ctx, repo, path, there) : new Map<NoteId, AnchorLocation>()
  if (locations) return { ...listed, locations }
  return {
    repo,
    isUnknown: true,
    flagged: flagged.map(({ note }) => ({ note, isOrphan: false })),
    locations: new Map(),
  }
}

/** Git cannot read the mirror or times out (503), or would need too much memory (422). */
const UNREADABLE = [422, 503]

/** Returns null when the file cannot be read from the mirror: the notes are still shown. */
async function locateOrNull(
  ctx: UserCtx,
  repo: Repo,
  path: string,
  notes: readonly Note[],
): Promise<Map<NoteId, AnchorLocation> | null> {
  const { head } = repo
  if (head === null) return new Map()
  const readSince = (commit: string) =>
    heavyReading(ctx, repo, () => readBlobsSince(ctx.mirrors.of(repo), { head, path }, commit))
  try {
    return await locateInCommit(ctx, notes, readSince)
  } catch (error) {
    if (error instanceof Problem && UNREADABLE.includes(error.status)) return null
    throw error
  }
}

export async function repoOrphans(ctx: UserCtx, repoName: string): Promise<RepoNotes> {
  const listed = await flaggedNotes(ctx, repoName, null)
  return { ...listed, flagged: listed.flagged.filter(({ isOrphan }) => isOrphan) }
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
  return createNoteInRepo(ctx, target, draft, await quoteInRepo(ctx, target, draft))
}

async function assertFile(ctx: UserCtx, repoName: string, repoPath: string): Promise<void> {
  const repo = await findRepo(ctx, repoName)
  if (!repo) throw repoNotFound({ repo_name: repoName })
  if (!(await hasFile(ctx, repo, repoPath))) throw repoFileNotFound({ repo_name: repoName, repo_path: repoPath })
}

export type Reattached = Exclude<Updated, { outcome: 'missing' }>
export type Reattach = { path: string; lineStart: number | null; lineEnd: number | null }

/** Attaches an orphan to another file of its repository; its text and reminder stay. */
export async function reattachNote(ctx: UserCtx, id: NoteId, ask: Reattach): Promise<Reattached> {
  const from = await repoTargetOf(ctx, id)
  const to = { ...from, repoPath: pathOf(ask.path) }
  await assertFile(ctx, to.repoName, to.repoPath)
  const updated = await moveNoteInRepo(ctx, id, to, ask, quoteInRepo)
  if (updated.outcome === 'missing') throw noteNotFound({ note_id: id })
  return updated
}

async function repoTargetOf(ctx: UserCtx, id: NoteId): Promise<RepoTarget> {
  const note = await findNote(ctx, id)
  if (note?.target.kind !== 'repo') throw noteNotFound({ note_id: id })
  return note.target
}

/** Like `reattachNote`, for a form, which redirects with a message instead of an error page. */
export async function attachByForm(ctx: UserCtx, id: NoteId, ask: Reattach) {
  const { repoName } = await repoTargetOf(ctx, id)
  const path = normalizePath(ask.path)
  const repo = await findRepo(ctx, repoName)
  if (path === null || !repo || !(await hasFile(ctx, repo, path))) return { repoName, done: 'no_file' as const }
  const { outcome } = await reattachNote(ctx, id, ask)
  return { repoName, done: outcome === 'updated' ? ('attached' as const) : ('changed' as const) }
}

export async function countNotes(ctx: UserCtx, { repo }: At, path: string): Promise<FileNotes> {
  return countRepoFileNotes(ctx, repo.name, path)
}

export type OrphanRepos = { repos: { repoName: string; notes: number }[]; isUnknown: boolean }

/** Repositories that have notes and are no longer mirrored. */
export async function listOrphanRepos(ctx: UserCtx): Promise<OrphanRepos> {
  const counted = await countNotesByRepo(ctx)
  const mirrored = await listRepos(ctx).catch(() => null)
  if (mirrored === null) return { repos: [], isUnknown: true }
  const names = new Set(mirrored.map(({ name }) => name))
  return { repos: counted.filter(({ repoName }) => !names.has(repoName)), isUnknown: false }
}
