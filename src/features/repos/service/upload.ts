import { normalizePath } from '#base/path.ts'
import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { PrivateAddress } from '#platform/git/address.ts'
import { GitFailure } from '#platform/git/process.ts'
import type { PushOutcome } from '#platform/git/push.ts'
import { Problem } from '#platform/problem.ts'
import { getContent, getFile } from '#features/files/public.ts'
import { codehostUploadDirectError, codehostUploadSavedError, codehostUploadStart } from '../events.ts'
import * as problems from '../problems.ts'
import type { Repo, RepoId } from '../repo.ts'
import { isBranchName } from '../repo-url.ts'
import * as origins from '../store/origins.ts'
import { askForSync } from '../store/mirrors.ts'
import { isToken, isAllowedRepoPath, uploadErrorOf } from '../upload.ts'
import { getRepo } from './repos.ts'
import { findUpstream } from './upstream.ts'

/** A library file, or a given text. `expects`: the object that the client expects at the path. */
export type Sending =
  | { is: 'saved'; fileId: FileId; path: string | null }
  | { is: 'direct'; content: string; path: string; expects: string | null }
export type UploadAsk = { what: Sending; branch: string; message: string; token: string; email: string }
export type Uploaded = { commit: string; oid: string; path: string; branch: string; isNewBranch: boolean }

/** Off by default. The token is used for this one push and never stored. */
export async function uploadFile(ctx: UserCtx, repoId: RepoId, ask: UploadAsk): Promise<Uploaded> {
  if (!ctx.mirrors.limits.upload) throw problems.uploadDisabled()
  const repo = await getRepo(ctx, repoId)
  if (!isBranchName(ask.branch)) throw problems.invalidBranch({ field: 'branch' })
  if (!isToken(ask.token)) throw problems.invalidUploadToken({ field: 'token' })
  const resource = { type: 'repo', id: repo.id }
  ctx.emit(codehostUploadStart, { resource })
  try {
    return await send(ctx, repo, ask)
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'unknown'
    ctx.emit(ask.what.is === 'saved' ? codehostUploadSavedError : codehostUploadDirectError, { resource, error: code })
    throw error
  }
}

type Ready = {
  content: string
  path: string
  expects: readonly (string | null)[]
  done: (oid: string) => Promise<void>
}

async function send(ctx: UserCtx, repo: Repo, ask: UploadAsk): Promise<Uploaded> {
  const { what, branch, token } = ask
  const startsAt = repo.head
  if (startsAt === null) throw problems.repoNotSynced({ repo_name: repo.name })
  const { path, content, expects, done } = what.is === 'saved' ? await ofFile(ctx, repo, what) : ofText(what)
  const about = { repo_name: repo.name, branch }
  const message = ask.message.trim() === '' ? `Update ${path}` : ask.message
  const author = { name: authorOf(ctx), email: ask.email, at: ctx.now }
  const pushed = await pushing(about, () =>
    ctx.mirrors.of(repo).push({ url: repo.url, branch, startsAt, path, content, message, author, token, expects }),
  )
  if (pushed.outcome === 'moved') throw problems.repoPathChanged({ ...about, repo_path: path })
  if (pushed.outcome === 'same') throw problems.nothingToUpload({ ...about, repo_path: path })
  if (branch === repo.branch) {
    await done(pushed.oid)
    await askForSync(ctx.db, repo.mirrorId, ctx.now)
  }
  return { commit: pushed.commit, oid: pushed.oid, path, branch, isNewBranch: pushed.isNewBranch }
}

/** To its upstream path, which must still have the copied object; any other path must not exist yet. */
async function ofFile(ctx: UserCtx, repo: Repo, what: Extract<Sending, { is: 'saved' }>): Promise<Ready> {
  const file = await getFile(ctx, what.fileId)
  const upstream = await findUpstream(ctx, what.fileId)
  const { origin } = upstream ?? {}
  const isHome = origin?.repoName === repo.name && origin.repoUrl === repo.url
  const path = pathOf(what.path ?? (isHome ? upstream?.path : undefined) ?? '')
  const isSamePath = isHome && path === upstream?.path
  return {
    path,
    content: await getContent(ctx, file, file.version),
    expects: isSamePath ? [origin.oid, ...(origin.sentOid === null ? [] : [origin.sentOid])] : [null],
    done: (oid) => (isSamePath ? origins.noteSent(ctx.db, ctx.user.id, file.id, oid) : Promise.resolve()),
  }
}

function ofText({ path, content, expects }: Extract<Sending, { is: 'direct' }>): Ready {
  return { path: pathOf(path), content, expects: [expects], done: () => Promise.resolve() }
}

function pathOf(given: string): string {
  const path = normalizePath(given)
  if (path === null || !isAllowedRepoPath(path)) throw problems.invalidRepoPath({ field: 'repo_path' })
  return path
}

/** Git requires an author name with a letter in it. */
function authorOf({ user }: UserCtx): string {
  return /[\p{L}\p{N}]/u.test(user.firstName) ? user.firstName : 'Codeshelf'
}

const REFUSALS = {
  denied: problems.uploadDenied,
  rejected: problems.uploadRejected,
  branch_moved: problems.branchMoved,
  timeout: problems.hostTimeout,
  unreachable: problems.hostUnreachable,
  failed: problems.uploadFailed,
}

async function pushing(about: { repo_name: string; branch: string }, run: () => Promise<PushOutcome>) {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PrivateAddress) throw problems.hostUnreachable(about)
    if (error instanceof GitFailure) throw REFUSALS[uploadErrorOf(error.trouble, error.stderr)](about)
    throw error
  }
}
