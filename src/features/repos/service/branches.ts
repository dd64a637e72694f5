import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertWithinQuota } from '#platform/db/quota.ts'
import {
  branchNotFound,
  branchNotSynced,
  invalidBranch,
  repoNotFound,
  repoNotSynced,
  tooManyBranches,
} from '../problems.ts'
import { MAX_BRANCHES, type Repo, type RepoBranch } from '../repo.ts'
import { isBranchName } from '../repo-url.ts'
import * as branches from '../store/branches.ts'
import * as mirrorRows from '../store/mirrors.ts'

export async function listBranches(ctx: UserCtx, { id }: Pick<Repo, 'id'>): Promise<RepoBranch[]> {
  return branches.listBranches(ctx.db, ctx.user.id, id)
}

/** Follows one more branch; the next sync, which begins soon, fetches it into the mirror. */
export async function addBranch(ctx: UserCtx, repo: Repo, name: string): Promise<RepoBranch[]> {
  if (!isBranchName(name)) throw invalidBranch({ field: 'branch' })
  if (repo.head === null) throw repoNotSynced({ repo_name: repo.name })
  const followed = await listBranches(ctx, repo)
  // The branch of the mirror is there already, and so is one that was added before.
  if (name === repo.branch || followed.some((each) => each.name === name)) return followed
  const quota = {
    max: MAX_BRANCHES,
    count: (trx: Db) => branches.countBranches(trx, ctx.user.id, repo.id),
    exceeded: tooManyBranches,
  }
  const { id: repoId, mirrorId } = repo
  await insertWithinQuota(ctx.db, ctx.user.id, quota, async (trx) => {
    // A removal in the same moment would leave a branch that every sync of the mirror fetches.
    if (!(await branches.lockRepo(trx, ctx.user.id, repoId))) throw repoNotFound({ repo_name: repo.name })
    await branches.insertBranch(trx, ctx.user.id, { repoId, mirrorId, name, now: ctx.now })
  })
  await mirrorRows.askForSync(ctx.db, mirrorId, ctx.now)
  return listBranches(ctx, repo)
}

export async function removeBranch(ctx: UserCtx, repo: Repo, name: string): Promise<RepoBranch[]> {
  // A name that no branch can have may not be storable text.
  if (isBranchName(name)) await branches.deleteBranch(ctx.db, ctx.user.id, repo.id, name)
  return listBranches(ctx, repo)
}

/** The commit of a branch that the user follows. */
export function headOf(repo: Repo, followed: readonly RepoBranch[], branch: string): string {
  const found = followed.find(({ name }) => name === branch)
  if (!found) throw branchNotFound({ repo_name: repo.name, branch })
  if (found.head === null) throw branchNotSynced({ repo_name: repo.name, branch })
  return found.head
}
