import type { UserCtx } from '#platform/ctx.ts'
import { firstBytes } from '#platform/first-bytes.ts'
import type { GitHub } from '#platform/github.ts'
import { gitFolders, detectArchive } from '../detect.ts'
import { nothingToMove } from '../problems.ts'
import type { Source } from '../source.ts'
import { asProblem, type Folder, folderOf, openArchive, type Upload } from './archive.ts'
import { readFolder } from './read-folder.ts'
import { readGists } from './read-gists.ts'
import { readRepositories } from './read-repositories.ts'
import { type ParsedFile, parseSource, readMassCode } from './tasks.ts'

const SQLITE = Buffer.from('SQLite format 3\0')

/** What a person wants to move. */
export type MoveRequest = {
  /** Null: recognised by itself. */
  source: Source | null
  uploads: readonly Upload[]
  pasted: string
  gitHubToken: string
}

/** What is moved, for the list: the name of the file, or the service. */
export function labelOf({ uploads, pasted }: MoveRequest): string {
  const [first] = uploads
  if (first) return first.path.slice(0, 255)
  return pasted === '' ? 'GitHub' : ''
}

/** Everything that comes and everything that does not, in the order in which it is found. */
export async function* readRequest(
  ctx: UserCtx,
  gitHub: GitHub,
  request: MoveRequest,
  { isPreview, signal }: { isPreview: boolean; signal: AbortSignal },
): AsyncGenerator<ParsedFile> {
  const { uploads, pasted, gitHubToken } = request
  if (uploads.length === 0 && pasted === '' && gitHubToken === '') throw nothingToMove({ field: 'file' })
  if (uploads.length > 0) yield* readUploads(ctx, uploads, request.source, signal)
  if (pasted !== '') {
    const bytes = new TextEncoder().encode(pasted)
    yield await parseSource(ctx, { source: 'paste', path: 'paste.md', bytes, tags: new Map() }, signal)
  }
  if (gitHubToken !== '') yield* readGists(gitHub, gitHubToken, isPreview)
}

/** Archives and databases are one thing each; the other files belong together, as those of a chosen folder. */
async function* readUploads(
  ctx: UserCtx,
  uploads: readonly Upload[],
  asked: Source | null,
  signal: AbortSignal,
): AsyncGenerator<ParsedFile> {
  const plain: Upload[] = []
  for (const upload of uploads) {
    await using archive = await openArchive(upload)
    const database = archive ? null : await readDatabase(ctx, upload, signal)
    if (archive) yield* readArchive(ctx, upload.path, archive, asked, signal)
    else if (database) yield database
    else plain.push(upload)
  }
  await using folder = folderOf(plain)
  if (plain.length > 0) yield* readFolder(ctx, folder, asked, signal)
}

async function* readArchive(
  ctx: UserCtx,
  path: string,
  archive: Folder,
  asked: Source | null,
  signal: AbortSignal,
): AsyncGenerator<ParsedFile> {
  const source = asked ?? detectArchive(archive.paths)
  const isGit = source === 'opengist' && gitFolders(archive.paths).length > 0
  try {
    yield* isGit ? readRepositories(ctx, archive, signal) : readFolder(ctx, archive, source, signal)
  } catch (error) {
    throw asProblem(error, path)
  }
}

async function readDatabase(ctx: UserCtx, { path, file }: Upload, signal: AbortSignal): Promise<ParsedFile | null> {
  if (!(await firstBytes(file.path, SQLITE.length)).equals(SQLITE)) return null
  const parsed = await readMassCode(ctx, { path, onDisk: file.path }, signal)
  return parsed && { source: 'masscode', ...parsed }
}
