import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import {
  decodeText,
  isFileName,
  keepByKey,
  MAX_CONTENT_BYTES,
  startUpload,
  type Upload,
  type Uploaded,
} from '#features/files/public.ts'
import { codehostImportRepoError } from '../events.ts'
import { fileNameOf } from '../links.ts'
import { notText } from '../problems.ts'
import type { Repo, RepoFile } from '../repo.ts'
import type { Origin } from '../origin.ts'
import * as files from '../store/files.ts'
import { putOrigins } from '../store/origins.ts'
import type { At, ImportResult } from '../view.ts'
import { reading } from './open.ts'

const MAX_IMPORTED = 2_000
const BATCH = 50

/**
 * Puts files of the current commit into the library: those at and below these paths, or all. Each is known by its address
 * at the host, so the same one again is its next version, and its commit can be told.
 */
export async function takeIntoLibrary(
  ctx: UserCtx,
  { repo, commit }: At,
  paths: readonly string[],
): Promise<ImportResult> {
  const upload = startUpload(ctx, 'repo')
  const result: ImportResult = { saved: 0, unchanged: 0, refused: [] }
  try {
    for (const below of paths.length === 0 ? [''] : paths) await takeBelow(ctx, upload, { repo, commit, below }, result)
  } catch (error) {
    const name = error instanceof Problem ? error.code : error instanceof Error ? error.name : 'unknown'
    ctx.emit(codehostImportRepoError, { resource: { type: 'repo', id: repo.id }, error: name })
    throw error
  }
  return result
}

type Below = { repo: Repo; commit: string; below: string }

async function takeBelow(ctx: UserCtx, upload: Upload, { repo, commit, below }: Below, result: ImportResult) {
  for (let after = ''; ;) {
    const left = MAX_IMPORTED - result.saved - result.unchanged
    const ask = { below, after, limit: Math.min(BATCH, left) }
    const batch = left > 0 ? await files.listFiles(ctx.db, ctx.user.id, repo.id, ask) : []
    const last = batch.at(-1)
    if (!last) return
    const readable = batch.filter(
      ({ kind, size }) => (kind === 'file' || kind === 'executable') && size <= MAX_CONTENT_BYTES,
    )
    const room = { each: MAX_CONTENT_BYTES, total: BATCH * (MAX_CONTENT_BYTES + 200) }
    const oids = readable.map(({ oid }) => oid)
    const blobs = await reading(repo, () => ctx.mirrors.of(repo.id).blobs(oids, room))
    const origins: Origin[] = []
    for (const [i, file] of readable.entries()) {
      const kept = await takeOne(upload, { repo, commit }, file, blobs[i] ?? null, result)
      if (kept) origins.push(originOf(repo, commit, file, kept))
    }
    await putOrigins(ctx.db, ctx.user.id, origins, ctx.now)
    for (const file of batch)
      if (!readable.includes(file)) result.refused.push({ path: file.path, code: 'not_a_text_file' })
    after = last.path
  }
}

async function takeOne(
  upload: Upload,
  { repo, commit }: { repo: Repo; commit: string },
  file: RepoFile,
  bytes: Buffer | null,
  result: ImportResult,
): Promise<Kept | null> {
  try {
    const content = bytes && decodeText(bytes)
    const fileName = fileNameOf(file.path)
    if (content === null || !isFileName(fileName)) throw notText({ repo_path: file.path })
    const sourceUrl = sourceOf(repo, file.path)
    const draft = { fileName, content, source: 'repo' as const, repo: repo.name, sourceUrl, description: '' }
    const kept = await keepByKey(upload, file.path, {
      ...draft,
      description: `${repo.name}@${commit.slice(0, 10)}`,
    })
    result[kept.outcome === 'unchanged' ? 'unchanged' : 'saved'] += 1
    return kept.outcome === 'saved' || kept.outcome === 'unchanged' ? kept.file : null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    result.refused.push({ path: file.path, code: error.code })
    return null
  }
}

type Kept = Extract<Uploaded, { file: unknown }>['file']

function originOf(repo: Repo, commit: string, { path, oid }: RepoFile, { id, version }: Kept): Origin {
  const place = { repoName: repo.name, repoUrl: repo.url, repoPath: path, renamedTo: null }
  return { fileId: id, ...place, commit, oid, version, sentOid: null }
}

/** Where a person finds the file at its host. */
function sourceOf({ url, branch }: Pick<Repo, 'url' | 'branch'>, path: string): string {
  const page = url.replace(/\.git$/, '')
  return `${page}/blob/${encodeURIComponent(branch ?? 'HEAD')}/${path.split('/').map(encodeURIComponent).join('/')}`
}
