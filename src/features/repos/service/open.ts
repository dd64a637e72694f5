import type { UserCtx } from '#platform/ctx.ts'
import { isObjectId } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { Problem } from '#platform/problem.ts'
import type { TreeEntry } from '#platform/git/tree.ts'
import { decodeText } from '#features/files/public.ts'
import { fileNameOf, folderOf } from '../links.ts'
import {
  branchNotSynced,
  commitNotFound,
  mirrorUnreadable,
  notText,
  repoFileNotFound,
  repoNeedsMemory,
  repoNotSynced,
  repoTooSlow,
} from '../problems.ts'
import { MAX_TEXT_BYTES, type Repo, type RepoBranch, type RepoFile } from '../repo.ts'
import * as files from '../store/files.ts'
import { withoutNames } from '../sync-error.ts'
import type { At, FolderItem, OpenedFile } from '../view.ts'
import { headOf, listBranches } from './branches.ts'
import { getByName } from './repos.ts'
import { walkFiles } from './walk-files.ts'

/** What the URL names: a commit, a branch, or neither. A commit wins. */
export type Asked = { at?: string | undefined; branch?: string | undefined }

/** The repository at its current commit, or at the requested one. */
export async function openRepo(ctx: UserCtx, name: string, asked: Asked = {}): Promise<At> {
  const repo = await getByName(ctx, name)
  const branches = await listBranches(ctx, repo)
  if (asked.at !== undefined || asked.branch === undefined || asked.branch === repo.branch)
    return { repo, ...(await commitOf(ctx, repo, asked.at)), branch: null, branches }
  const commit = headOf(repo, branches, asked.branch)
  // A git node that took the mirror over fetches the branches last.
  if (!(await reading(repo, () => ctx.mirrors.of(repo).hasCommit(commit))))
    throw branchNotSynced({ repo_name: repo.name, branch: asked.branch })
  return { repo, commit, isPinned: false, branch: asked.branch, branches }
}

export type OpenedBranch = { is: 'open'; at: At } | { is: 'waiting'; repo: Repo; branch: RepoBranch }

/** For pages: a branch that was not fetched yet is not an error. */
export async function openBranch(ctx: UserCtx, name: string, asked: Asked): Promise<OpenedBranch> {
  try {
    return { is: 'open', at: await openRepo(ctx, name, asked) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== branchNotSynced.kind.code) throw error
    const repo = await getByName(ctx, name)
    const branch = (await listBranches(ctx, repo)).find((each) => each.name === asked.branch)
    if (!branch) throw error
    return { is: 'waiting', repo, branch }
  }
}

/** Whether this branch lacks a path that the user may have seen on another one. */
export async function isOnOtherBranch(ctx: UserCtx, at: At, path: string): Promise<boolean> {
  if (path === '' || at.isPinned || at.branches.length === 0) return false
  try {
    await openPath(ctx, at, path)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === repoFileNotFound.kind.code) return true
    throw error
  }
}

async function commitOf(ctx: UserCtx, repo: Repo, asked: string | undefined) {
  // Also for a named commit: a user who has none may have added a repository that is no longer public.
  if (repo.head === null) throw repoNotSynced({ repo_name: repo.name })
  if (asked === undefined) return { commit: repo.head, isPinned: false }
  const isThere = isObjectId(asked) && (await reading(repo, () => ctx.mirrors.of(repo).hasCommit(asked)))
  if (!isThere) throw commitNotFound({ repo_name: repo.name, commit: asked })
  return { commit: asked, isPinned: true }
}

/** A mirror that cannot be read is a problem, not an empty repository. The stderr of git is logged without names. */
export async function reading<T>(repo: Pick<Repo, 'name'>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const refuse = { timeout: repoTooSlow, memory: repoNeedsMemory }[String(error.trouble)] ?? mirrorUnreadable
    const refusal = refuse({ repo_name: repo.name })
    refusal.cause = new Error(withoutNames(error.stderr), { cause: error })
    throw refusal
  }
}

/** The same for reads that may need much memory or time: only a few run at once. */
export async function heavyReading<T>(ctx: UserCtx, repo: Pick<Repo, 'name'>, run: () => Promise<T>): Promise<T> {
  return ctx.slots.heavy.run(ctx.user.id, () => reading(repo, run))
}

/** Whether its content is known: it was synced once, and the mirror is readable. */
export async function isReadable(ctx: UserCtx, repo: Repo): Promise<boolean> {
  return repo.head !== null && (await ctx.mirrors.of(repo).isReadable())
}

type Current = Pick<Repo, 'mirrorId' | 'node' | 'head' | 'name'>

/** These files of the user's current commit, by path: from the list, or from git while the list is of another commit. */
export async function findFiles(
  ctx: UserCtx,
  repo: Current,
  paths: readonly string[],
): Promise<ReadonlyMap<string, RepoFile>> {
  const { head } = repo
  if (head === null || paths.length === 0) return new Map()
  const listed = await files.findFiles(ctx.db, repo.mirrorId, head, paths)
  if (listed !== 'other_commit') return listed
  return reading(repo, async () => {
    const wanted = new Set(paths)
    const found = new Map<string, RepoFile>()
    for await (const entries of ctx.mirrors.of(repo).tree(head))
      for (const entry of entries) if (wanted.has(entry.path)) found.set(entry.path, toFile(entry))
    return found
  })
}

/** Whether the user's current commit has such a file. */
export async function hasFile(ctx: UserCtx, repo: Current, path: string): Promise<boolean> {
  return (await findFiles(ctx, repo, [path])).has(path)
}

export type Opened = { is: 'folder'; items: FolderItem[] } | { is: 'file'; file: OpenedFile }

/** A path at the commit of the list is looked up without git; folders and other commits are listed by git. */
export async function openPath(ctx: UserCtx, { repo, commit }: At, path: string): Promise<Opened> {
  const listed = await files.findFiles(ctx.db, repo.mirrorId, commit, [path])
  const isListed = listed !== 'other_commit'
  const known = isListed ? listed.get(path) : undefined
  if (known) return { is: 'file', file: known }
  const mirror = ctx.mirrors.of(repo)
  const found = await reading(repo, () => mirror.folder(commit, path === '' ? '' : `${path}/`))
  if (found.length > 0 || path === '') return { is: 'folder', items: found.map(toItem).toSorted(foldersFirst) }
  const [only] = await reading(repo, () => mirror.folder(commit, path))
  const file = only ?? (await besideOthers(ctx, repo, commit, path))
  if (file && file.kind !== 'folder') return { is: 'file', file: toFile(file) }
  const below = isListed ? await folderByNames(ctx, { repo, commit }, path) : []
  if (below.length > 0) return { is: 'folder', items: below }
  throw repoFileNotFound({ repo_name: repo.name, repo_path: path })
}

/** Git does not know our spelling of a non-UTF-8 name, but lists it in its folder. */
async function besideOthers(ctx: UserCtx, repo: Repo, commit: string, path: string) {
  const folder = folderOf(path)
  const items = await reading(repo, () => ctx.mirrors.of(repo).folder(commit, folder === '' ? '' : `${folder}/`))
  return items.find((entry) => entry.path === path)
}

function toFile({ path, kind, oid, size, raw }: TreeEntry): OpenedFile {
  return { path, kind, oid, size, isNamedByBytes: raw !== null }
}

function toItem(entry: TreeEntry | { path: string; kind: 'folder' }): FolderItem {
  const size = 'size' in entry ? entry.size : 0
  return { name: fileNameOf(entry.path), path: entry.path, kind: entry.kind, size }
}

function foldersFirst(a: FolderItem, b: FolderItem): number {
  return Number(b.kind === 'folder') - Number(a.kind === 'folder') || (a.name < b.name ? -1 : 1)
}

/** A folder with a non-UTF-8 name: git cannot look it up by our spelling, but its files are in the list. */
async function folderByNames(ctx: UserCtx, at: Pick<At, 'repo' | 'commit'>, path: string): Promise<FolderItem[]> {
  const items = new Map<string, FolderItem>()
  for await (const batch of walkFiles(ctx, at, [path]))
    for (const file of batch) {
      const [name = '', more] = file.path.slice(path.length + 1).split('/')
      const kind = more === undefined ? file.kind : 'folder'
      items.set(name, { name, path: `${path}/${name}`, kind, size: more === undefined ? file.size : 0 })
    }
  return [...items.values()].toSorted(foldersFirst)
}

/** The bytes of a file, up to the limit of text. */
export async function readBytes(ctx: UserCtx, repo: Repo, file: Pick<RepoFile, 'oid'>, max: number) {
  return reading(repo, () => ctx.mirrors.of(repo).blob(file.oid, max))
}

/** One file of the repository; a folder is rejected. */
export async function openFile(ctx: UserCtx, at: At, path: string): Promise<OpenedFile> {
  const opened = await openPath(ctx, at, path)
  if (opened.is === 'folder' || opened.file.kind === 'submodule')
    throw repoFileNotFound({ repo_name: at.repo.name, repo_path: path })
  return opened.file
}

/** The whole text, unchanged. */
export async function readText(ctx: UserCtx, at: At, path: string): Promise<string> {
  return readTextOf(ctx, at, await openFile(ctx, at, path))
}

export async function readTextOf(ctx: UserCtx, at: At, file: OpenedFile): Promise<string> {
  const { bytes, isCut } = await readBytes(ctx, at.repo, file, MAX_TEXT_BYTES)
  const text = isCut ? null : decodeText(bytes)
  if (text === null) throw notText({ repo_path: file.path })
  return text
}
