import type { UserCtx } from '#platform/ctx.ts'
import {
  addToRepository,
  createUploadedRepository,
  isReadableGitPath,
  listTip,
  readTip,
  type UploadedFile,
} from '#platform/git/uploaded.ts'
import { GitFailure } from '#platform/git/process.ts'
import { spoolFolder } from '#platform/incoming-file.ts'
import { MAX_CONTENT_BYTES } from '#features/files/public.ts'
import { gitFolders } from '../detect.ts'
import { MAX_ITEMS, MAX_REPOSITORIES } from '../limits.ts'
import { repositoryTooLarge, tooManyItems, tooManyRepositories } from '../problems.ts'
import { nothing, skip } from '../sources/item.ts'
import type { Folder } from './archive.ts'
import { type ParsedFile, parseSource } from './tasks.ts'

/** A pack larger than this is not a gist. */
const MAX_GIT_FILE_BYTES = 64 * 1024 * 1024

/** The newest files of every git repository in a folder, read by git itself. */
export async function* readRepositories(ctx: UserCtx, folder: Folder, signal: AbortSignal): AsyncGenerator<ParsedFile> {
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
  const counted = { files: 0 }
  for (const [root, dir] of dirOf) {
    if (broken.has(root)) yield unreadable(root)
    else yield* readRepository(ctx, root, dir, counted, signal)
  }
}

/** The files beside `.git/` are the same as those inside it. */
function isInWorkingTree(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => /(^|\/)\.git\/$/.test(root) && path.startsWith(root.slice(0, -'.git/'.length)))
}

async function* readRepository(
  ctx: UserCtx,
  root: string,
  dir: string,
  counted: { files: number },
  signal: AbortSignal,
): AsyncGenerator<ParsedFile> {
  const name = root.replace(/(?:^|\/)\.git\/$|\/$/, '')
  try {
    // Links count too, although none of them comes over.
    const entries = await listTip(dir, MAX_ITEMS - counted.files, signal)
    if (!entries) throw tooManyItems({ max: MAX_ITEMS })
    counted.files += entries.length
    for await (const files of readTip(dir, entries, MAX_CONTENT_BYTES, signal))
      for (const file of files) yield await readFile(ctx, name, file, signal)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    signal.throwIfAborted()
    // The next one may be as hostile: an upload of five hundred would take half an hour.
    if (error.trouble === 'timeout') throw repositoryTooLarge({ path: root })
    yield unreadable(root)
  }
}

async function readFile(
  ctx: UserCtx,
  repository: string,
  { path, kind, bytes }: UploadedFile,
  signal: AbortSignal,
): Promise<ParsedFile> {
  const at = [repository, path].filter(Boolean).join('/')
  const reason = kind === 'symlink' || kind === 'submodule' ? 'link' : 'too_large'
  if (reason === 'link' || bytes === null) return { source: 'opengist', items: [], skipped: [skip(at, reason)] }
  return {
    ...(await parseSource(ctx, { source: 'folder', path: at, bytes, tags: new Map() }, signal)),
    source: 'opengist',
  }
}

function unreadable(root: string): ParsedFile {
  return { source: 'opengist', items: [], skipped: [skip(root, 'unreadable_repository')] }
}
