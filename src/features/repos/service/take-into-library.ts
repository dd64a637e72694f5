import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import {
  decodeText,
  isFileName,
  keepByKey,
  keepOver,
  presentFiles,
  MAX_CONTENT_BYTES,
  type Present,
  saysThis,
  startUpload,
  type Upload,
  type Uploaded,
} from '#features/files/public.ts'
import { codehostImportRepoError } from '../events.ts'
import { fileNameOf } from '../links.ts'
import { changedHere, notText } from '../problems.ts'
import type { Repo, RepoFile } from '../repo.ts'
import type { Origin } from '../origin.ts'
import * as files from '../store/files.ts'
import { putOrigins, takenFrom } from '../store/origins.ts'
import type { At, ImportResult } from '../view.ts'
import { reading } from './open.ts'

/** Some four seconds of them: as many as somebody waits for. */
const AT_ONCE = 1_000
const BATCH = 50

export type ImportAsk = {
  /** At and below these; everything when there are none. */
  paths: readonly string[]
  /** Where the import before this one stopped. */
  after: string
}

/**
 * Puts files of the current commit into the library. Each is known by where it was taken from, under whatever name that
 * goes today: the same one again is its next version. What is more than somebody waits for is left, and said to be.
 */
export async function takeIntoLibrary(ctx: UserCtx, at: At, { paths, after }: ImportAsk): Promise<ImportResult> {
  const result: ImportResult = { saved: 0, unchanged: 0, refused: [], left: 0, after }
  const take: Take = { ctx, upload: startUpload(ctx, 'repo'), at, result }
  try {
    for (let seen = 0; seen < AT_ONCE; seen += BATCH) {
      const ask = { below: paths, after: result.after, limit: BATCH }
      const batch = await files.listFiles(ctx.db, ctx.user.id, at.repo.id, ask)
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
  return { ...result, left: await files.countFiles(ctx.db, ctx.user.id, at.repo.id, rest) }
}

type Take = { ctx: UserCtx; upload: Upload; at: At; result: ImportResult }

async function takeBatch({ ctx, upload, at, result }: Take, batch: readonly RepoFile[]): Promise<void> {
  const { repo, commit } = at
  const readable = batch.filter(
    ({ kind, size }) => (kind === 'file' || kind === 'executable') && size <= MAX_CONTENT_BYTES,
  )
  const oids = readable.map(({ oid }) => oid)
  const blobs = await reading(repo, () => ctx.mirrors.of(repo.id).blobs(oids, MAX_CONTENT_BYTES))
  const known = await copiesOf(ctx, repo, readable)
  const origins: Origin[] = []
  for (const [i, file] of readable.entries()) {
    const kept = await takeOne({ ctx, upload, at, result }, file, blobs[i] ?? null, known.get(file.path))
    if (kept) origins.push(originOf(repo, commit, file, kept))
  }
  await putOrigins(ctx.db, ctx.user.id, origins, ctx.now)
  for (const file of batch)
    if (!readable.includes(file)) result.refused.push({ path: file.path, code: 'not_a_text_file' })
}

/** A file of the library that was taken from here: what it was then, and whether somebody wrote in it since. */
type Copy = { file: Present; oid: string; isEdited: boolean }

/** What is in the library of these already, by their paths. */
async function copiesOf(ctx: UserCtx, repo: Repo, wanted: readonly RepoFile[]): Promise<Map<string, Copy>> {
  const paths = wanted.map(({ path }) => path)
  const taken = await takenFrom(ctx.db, ctx.user.id, repo.name, repo.url, paths)
  const live = await presentFiles(
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
  { upload, at: { repo, commit }, result }: Take,
  file: RepoFile,
  bytes: Buffer | null,
  copy: Copy | undefined,
): Promise<Kept | null> {
  try {
    const content = bytes && decodeText(bytes)
    const fileName = fileNameOf(file.path)
    if (content === null || !isFileName(fileName)) throw notText({ repo_path: file.path })
    if (copy?.isEdited && !saysThis(copy.file, content)) {
      // What changed on both sides is for a person to compare; what changed only here is ahead.
      if (copy.oid !== file.oid) throw changedHere({ file_id: copy.file.id, repo_path: file.path })
      result.unchanged += 1
      return null
    }
    const draft = {
      fileName,
      content,
      source: 'repo' as const,
      repo: repo.name,
      sourceUrl: sourceOf(repo, file.path),
      // Of a copy that is there, somebody may have written their own.
      ...(!copy && { description: `${repo.name}@${commit.slice(0, 10)}` }),
    }
    const kept = await (copy ? keepOver(upload, file.path, copy.file, draft) : keepByKey(upload, file.path, draft))
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
