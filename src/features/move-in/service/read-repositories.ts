import type { UserCtx } from '#platform/ctx.ts'
import {
  addToRepository,
  createUploadedRepository,
  isReadableGitPath,
  readTip,
  type UploadedFile,
} from '#platform/git/uploaded.ts'
import { GitFailure } from '#platform/git/process.ts'
import { spoolFolder } from '#platform/incoming.ts'
import { MAX_CONTENT_BYTES } from '#features/files/public.ts'
import { gitFolders } from '../detect.ts'
import { MAX_REPOSITORIES } from '../limits.ts'
import { tooManyRepositories } from '../problems.ts'
import { nothing, skip } from '../sources/item.ts'
import type { Folder } from './archive.ts'
import { type ParsedFile, parseSource } from './tasks.ts'

/** A pack larger than this is not a gist. */
const MAX_GIT_FILE_BYTES = 64 * 1024 * 1024

/** The newest files of every git repository in a folder, read by git itself. */
export async function* readRepositories(ctx: UserCtx, folder: Folder): AsyncGenerator<ParsedFile> {
  const roots = gitFolders(folder.paths)
  if (roots.length > MAX_REPOSITORIES) throw tooManyRepositories({ max: MAX_REPOSITORIES })
  await using spool = await spoolFolder(ctx.spoolDir)
  const dirOf = new Map(roots.map((root, i) => [root, `${spool.path}/${i}`]))
  for (const dir of dirOf.values()) await createUploadedRepository(dir)
  const left = nothing()
  const broken = new Set<string>()
  for await (const { path, refused, read } of folder.walk()) {
    const root = roots.find((each) => path.startsWith(each))
    const dir = root === undefined ? undefined : dirOf.get(root)
    if (root === undefined || dir === undefined) {
      if (!isInWorkingTree(path, roots)) left.skipped.push(skip(path, refused ?? 'unknown_format'))
      continue
    }
    const inside = path.slice(root.length)
    if (refused !== null || !isReadableGitPath(inside)) continue
    const bytes = await read(MAX_GIT_FILE_BYTES)
    if (typeof bytes === 'string' || !(await addToRepository(dir, inside, bytes))) broken.add(root)
  }
  if (left.skipped.length > 0) yield { source: 'opengist', ...left }
  for (const [root, dir] of dirOf) {
    if (broken.has(root)) yield unreadable(root)
    else yield* readRepository(ctx, root, dir)
  }
}

/** The files beside `.git/` are the same as those inside it. */
function isInWorkingTree(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => /(^|\/)\.git\/$/.test(root) && path.startsWith(root.slice(0, -'.git/'.length)))
}

async function* readRepository(ctx: UserCtx, root: string, dir: string): AsyncGenerator<ParsedFile> {
  const name = root.replace(/(?:^|\/)\.git\/$|\/$/, '')
  try {
    for await (const files of readTip(dir, MAX_CONTENT_BYTES))
      for (const file of files) yield await readFile(ctx, name, file)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    yield unreadable(root)
  }
}

async function readFile(ctx: UserCtx, repository: string, { path, kind, bytes }: UploadedFile): Promise<ParsedFile> {
  const at = [repository, path].filter(Boolean).join('/')
  const reason = kind === 'symlink' || kind === 'submodule' ? 'link' : 'too_large'
  if (reason === 'link' || bytes === null) return { source: 'opengist', items: [], skipped: [skip(at, reason)] }
  return { ...(await parseSource(ctx, { source: 'folder', path: at, bytes, tags: new Map() })), source: 'opengist' }
}

function unreadable(root: string): ParsedFile {
  return { source: 'opengist', items: [], skipped: [skip(root, 'unreadable_repository')] }
}
