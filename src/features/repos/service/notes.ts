import type { UserCtx } from '#platform/ctx.ts'
import { countNotesByRepo, countRepoFileNotes } from '#features/notes/public.ts'
import type { At, FileNotes } from '../view.ts'
import { listRepos } from './repos.ts'

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
