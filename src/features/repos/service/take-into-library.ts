import { batchBySize } from '#base/batch-by-size.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import {
  decodeText,
  type FileImport,
  importFile,
  type ImportFile,
  type ImportResult as FileResult,
  isFileName,
  type ExistingFile,
  findExistingFiles,
  startImport,
} from '#features/files/public.ts'
import { codehostImportRepoError } from '../events.ts'
import { fileNameOf } from '../links.ts'
import { changedHere, notText } from '../problems.ts'
import { MAX_TEXT_BYTES, type Repo, type RepoFile } from '../repo.ts'
import type { Origin } from '../origin.ts'
import * as files from '../store/files.ts'
import { putOrigins, takenFrom } from '../store/origins.ts'
import type { At, ImportResult } from '../view.ts'
import { reading } from './open.ts'
import { listBatch } from './walk-files.ts'

/** About four seconds of work: as long as a user waits for. */
const AT_ONCE = 1_000
const BATCH = 50
/** Texts of one batch in memory at once. */
const BYTES_AT_ONCE = 8 * 1024 * 1024

export type ImportAsk = {
  /** At and below these paths; everything when there are none. */
  paths: readonly string[]
  /** The path at which the previous import stopped. */
  after: string
}

/**
 * Copies files of the current commit into the library. A copy is identified by its upstream path, also after renames, so
 * copying a file again creates its next version. What exceeds the limit is left, and counted in the result.
 */
export async function takeIntoLibrary(ctx: UserCtx, at: At, ask: ImportAsk): Promise<ImportResult> {
  return ctx.slots.heavy.run(ctx.user.id, () => takeFiles(ctx, at, ask))
}

async function takeFiles(ctx: UserCtx, at: At, { paths, after }: ImportAsk): Promise<ImportResult> {
  const result: ImportResult = { saved: 0, unchanged: 0, refused: [], left: 0, after }
  const take: Take = { ctx, run: startImport(ctx, 'repo'), at, result }
  try {
    for (let seen = 0; seen < AT_ONCE; seen += BATCH) {
      const ask = { below: paths, after: result.after, limit: BATCH }
      const batch = await listBatch(ctx, at, ask)
      await takeBatch(take, batch)
      result.after = batch.at(-1)?.path ?? result.after
      if (batch.length < BATCH) return result
    }
  } catch (error) {
    const name = error instanceof Problem ? error.code : error instanceof Error ? error.name : 'unknown'
    ctx.emit(codehostImportRepoError, { resource: { type: 'repo', id: at.repo.id }, error: name })
    throw error
  }
  const rest = { below: paths, after: result.after }
  return { ...result, left: await files.countFiles(ctx.db, at.repo.mirrorId, rest) }
}

type Take = { ctx: UserCtx; run: FileImport; at: At; result: ImportResult }

async function takeBatch(take: Take, batch: readonly RepoFile[]): Promise<void> {
  const { ctx, at, result } = take
  const { repo, commit } = at
  const readable = batch.filter(
    ({ kind, size }) => (kind === 'file' || kind === 'executable') && size <= MAX_TEXT_BYTES,
  )
  const known = await copiesOf(ctx, repo, readable)
  const origins: Origin[] = []
  for (const some of batchBySize(readable, ({ size }) => size, BYTES_AT_ONCE)) {
    const oids = some.map(({ oid }) => oid)
    const blobs = await reading(repo, () => ctx.mirrors.of(repo).blobs(oids, MAX_TEXT_BYTES))
    for (const [i, file] of some.entries()) {
      const kept = await takeOne(take, file, blobs[i] ?? null, known.get(file.path))
      if (kept) origins.push(originOf(repo, commit, file, kept))
    }
  }
  await putOrigins(ctx.db, ctx.user.id, origins, ctx.now)
  for (const file of batch)
    if (!readable.includes(file)) result.refused.push({ path: file.path, code: 'not_a_text_file' })
}

/** An existing copy of an upstream file: its origin, and whether a user edited it since. */
type Copy = { file: ExistingFile; oid: string; isEdited: boolean }

/** The existing copies of these files, by path. */
async function copiesOf(ctx: UserCtx, repo: Repo, wanted: readonly RepoFile[]): Promise<Map<string, Copy>> {
  const paths = wanted.map(({ path }) => path)
  const taken = await takenFrom(ctx.db, ctx.user.id, repo.name, repo.url, paths)
  const live = await findExistingFiles(
    ctx,
    taken.map(({ fileId }) => fileId),
  )
  const copies = taken.flatMap(({ path, fileId, oid, version }) => {
    const file = live.get(fileId)
    return file ? [[path, { file, oid, isEdited: file.version !== version }] as const] : []
  })
  return new Map(copies)
}

async function takeOne(
  { run, at, result }: Take,
  file: RepoFile,
  bytes: Buffer | null,
  copy: Copy | undefined,
): Promise<Kept | null> {
  const wanted = toImport(at, file, bytes && decodeText(bytes), copy)
  if (!wanted) {
    result.unchanged += 1
    return null
  }
  const kept = await importFile(run, wanted)
  switch (kept.outcome) {
    case 'saved':
    case 'unchanged':
      result[kept.outcome] += 1
      return kept.file
    case 'refused':
      result.refused.push({ path: file.path, code: kept.problem.code })
      return null
    case 'skipped':
      return null
  }
}

/** Null when only our copy changed: it is ahead and stays as it is. */
function toImport(at: At, { path, oid }: RepoFile, content: string | null, copy: Copy | undefined): ImportFile | null {
  const { repo, commit } = at
  const fileName = fileNameOf(path)
  if (content === null || !isFileName(fileName)) return { kind: 'refused', path, error: notText({ repo_path: path }) }
  if (copy?.isEdited && !copy.file.sha256.equals(sha256(content))) {
    if (copy.oid === oid) return null
    // Both sides changed, so a user has to compare them.
    return { kind: 'refused', path, error: changedHere({ file_id: copy.file.id, repo_path: path }) }
  }
  const draft = { fileName, content, repo: repo.name, sourceUrl: sourceOf(repo, path) }
  // Keep the description of an existing copy, because a user may have edited it.
  if (copy) return { kind: 'version', path, of: copy.file, draft }
  return { kind: 'sourced', path, draft: { ...draft, description: `${repo.name}@${commit.slice(0, 10)}` } }
}

type Kept = Extract<FileResult, { file: unknown }>['file']

function originOf(repo: Repo, commit: string, { path, oid }: RepoFile, { id, version }: Kept): Origin {
  const source = { repoName: repo.name, repoUrl: repo.url, repoPath: path, renamedTo: null }
  return { fileId: id, ...source, commit, oid, version, sentOid: null }
}

/** The page of the file on its host. */
function sourceOf({ url, branch }: Pick<Repo, 'url' | 'branch'>, path: string): string {
  const page = url.replace(/\.git$/, '')
  return `${page}/blob/${encodeURIComponent(branch ?? 'HEAD')}/${path.split('/').map(encodeURIComponent).join('/')}`
}
