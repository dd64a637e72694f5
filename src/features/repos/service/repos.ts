import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertWithinQuota } from '#platform/db/quota.ts'
import {
  credentialsInUrl,
  hostNotAllowed,
  httpsOnly,
  invalidBranch,
  invalidRepoUrl,
  repoNameTaken,
  repoNotFound,
  tooManyRepos,
} from '../problems.ts'
import { MAX_REPOS_PER_USER, type Repo, type RepoId } from '../repo.ts'
import { isBranchName, readRepoUrl } from '../repo-url.ts'
import { deleteBranches } from '../store/branches.ts'
import * as hooks from '../store/hooks.ts'
import * as mirrorRows from '../store/mirrors.ts'
import * as repos from '../store/repos.ts'

export async function listRepos(ctx: UserCtx): Promise<Repo[]> {
  return repos.listRepos(ctx.db, ctx.user.id)
}

export async function getRepo(ctx: UserCtx, id: RepoId): Promise<Repo> {
  const repo = await repos.findRepo(ctx.db, ctx.user.id, id)
  if (!repo) throw repoNotFound({ repo_name: id })
  return repo
}

export async function findRepo(ctx: UserCtx, name: string): Promise<Repo | null> {
  return repos.findByName(ctx.db, ctx.user.id, name)
}

export async function getByName(ctx: UserCtx, name: string): Promise<Repo> {
  const repo = await findRepo(ctx, name)
  if (!repo) throw repoNotFound({ repo_name: name })
  return repo
}

/** Somebody else's mirror of the repository is shared, and can be read at once; a new one is fetched by the worker. */
export async function addRepo(
  ctx: UserCtx,
  ask: { url: string; branch: string | null; createdAt?: Date },
): Promise<Repo> {
  const { url, name } = readUrl(ctx, ask.url)
  if (ask.branch !== null && !isBranchName(ask.branch)) throw invalidBranch({ field: 'branch' })
  const id = ctx.newId<'repo'>()
  const quota = {
    max: MAX_REPOS_PER_USER,
    count: (trx: Db) => repos.countRepos(trx, ctx.user.id),
    exceeded: tooManyRepos,
  }
  await insertWithinQuota(ctx.db, ctx.user.id, quota, async (trx) => {
    const wanted = { newId: ctx.newId<'mirror'>(), url, askedBranch: ask.branch, now: ctx.now }
    const { id: mirrorId, head } = await mirrorRows.joinMirror(trx, wanted)
    const repo = { id, name, url, askedBranch: ask.branch, mirrorId, head }
    if (!(await repos.insertRepo(trx, ctx.user.id, repo, ask.createdAt ?? ctx.now)))
      throw repoNameTaken({ repo_name: name })
  })
  return getRepo(ctx, id)
}

export function readUrl({ mirrors: { limits } }: UserCtx, text: string): { url: string; name: string } {
  const read = readRepoUrl(text, limits)
  if (read.outcome === 'ok') return read
  const field = 'url' as const
  switch (read.why) {
    case 'invalid':
      throw invalidRepoUrl({ field })
    case 'not_https':
      throw httpsOnly({ field })
    case 'credentials':
      throw credentialsInUrl({ field })
    case 'host':
      throw hostNotAllowed({ field, allowed: limits.hosts })
  }
}

export async function askForSync(ctx: UserCtx, id: RepoId): Promise<Repo> {
  const { mirrorId } = await getRepo(ctx, id)
  await mirrorRows.askForSync(ctx.db, mirrorId, ctx.now)
  return getRepo(ctx, id)
}

/**
 * The mirror stays for others who have it; one that nobody has is deleted by a job. Notes on its files stay, and are listed under
 * repositories that are no longer mirrored.
 */
export async function removeRepo(ctx: UserCtx, id: RepoId): Promise<Repo> {
  const repo = await getRepo(ctx, id)
  await hooks.deleteHook(ctx.db, ctx.user.id, id)
  await ctx.db.transaction().execute(async (trx) => {
    await repos.deleteRepo(trx, ctx.user.id, id)
    await deleteBranches(trx, ctx.user.id, id)
    await mirrorRows.markLeft(trx, repo.mirrorId, ctx.now)
  })
  return repo
}
