import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { BlobInput } from '#platform/git/library/build-blobs.ts'
import type { CommitInput, Trees } from '#platform/git/library/build-commits.ts'
import { type Library, libraryIn, type Position } from '#platform/git/library/library.ts'
import { readPackedTexts } from '#features/files/public.ts'
import type { History } from '../history.ts'
import * as store from '../store.ts'
import { buildBlobsTask, buildCommitsTask } from './build-tasks.ts'

const COMMITS_AT_ONCE = 1_000
const FILES_AT_ONCE = 500
const BATCH_TEXTS = 500
const BATCH_BYTES = 4 * 1024 * 1024

/** A file was purged while its texts were read: the history has to be rewritten first. */
export class HistoryChanged extends Error {}

export type OpenLibrary = { library: Library; position: Position; generation: number }

/** The repository on disk, with every commit of the history. */
export async function bringUpToDate(ctx: UserCtx, history: History): Promise<OpenLibrary> {
  const { generation } = history
  const library = libraryIn(ctx.mirrors.limits.dir, ctx.user.id, generation)
  const position = await library.open()
  if (position.seq >= history.seq) return { library, position, generation }
  return ctx.slots.libraries.run(ctx.user.id, async () => {
    // Another request may have written it while this one waited.
    const present = await library.open()
    if (present.seq >= history.seq) return { library, position: present, generation }
    return { library, position: await writeCommits(ctx, library, present, history), generation }
  })
}

async function writeCommits(ctx: UserCtx, library: Library, from: Position, history: History): Promise<Position> {
  await using pack = await library.createPack()
  const range = { after: from.seq, until: history.seq }
  const oids = new Map<string, string>()
  for await (const texts of textBatches(ctx, range, oids)) {
    const built = await ctx.offload(buildBlobsTask, await packedTexts(ctx, texts))
    for (const [i, { sha256 }] of texts.entries()) oids.set(sha256.toString('hex'), built.oids[i] ?? '')
    await pack.append(built)
  }
  const paths = new Map(
    (await store.listFilesAt(ctx.db, ctx.user.id, from.seq)).map((file) => [file.fileId, file.path]),
  )
  const known = new Set<string>()
  let trees: Trees = from.head === null ? new Map() : await library.trees(from.head)
  let head = from.head
  for await (const commits of commitBatches(ctx, range, paths, oids)) {
    const built = await ctx.offload(buildCommitsTask, { trees, parent: head, known, commits })
    await pack.append(built)
    for (const oid of built.written) known.add(oid)
    trees = built.trees
    head = built.head
  }
  await assertUnchanged(ctx, history)
  await pack.finish()
  const position = { seq: history.seq, head }
  await library.moveTo(position)
  return position
}

type Range = { after: number; until: number }

/** Texts that the pack does not have yet, one file after the other, in batches that fit into memory. */
async function* textBatches(ctx: UserCtx, range: Range, oids: ReadonlyMap<string, string>) {
  let afterFile: FileId | null = null
  let batch: store.LoggedTextHash[] = []
  let bytes = 0
  const queued = new Set<string>()
  for (;;) {
    const ask: Parameters<typeof store.listTexts>[2] = { ...range, afterFile, limit: FILES_AT_ONCE }
    const texts = await store.listTexts(ctx.db, ctx.user.id, ask)
    const last = texts.at(-1)
    if (!last) break
    for (const text of texts) {
      const hash = text.sha256.toString('hex')
      if (oids.has(hash) || queued.has(hash)) continue
      queued.add(hash)
      batch.push(text)
      bytes += text.sizeBytes
      if (batch.length < BATCH_TEXTS && bytes < BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
      queued.clear()
    }
    afterFile = last.fileId
  }
  if (batch.length > 0) yield batch
}

async function packedTexts(ctx: UserCtx, texts: readonly store.LoggedTextHash[]): Promise<BlobInput[]> {
  const found = await readPackedTexts(
    ctx,
    texts.map(({ sha256 }) => sha256),
  )
  return texts.map(({ fileId, sha256 }) => {
    const packed = found.get(sha256.toString('hex'))
    if (!packed) throw new HistoryChanged()
    return { fileId, ...packed }
  })
}

/** `paths` follows the log: a change of a file says its new path, and the old one is what the commit before said. */
async function* commitBatches(
  ctx: UserCtx,
  range: Range,
  paths: Map<FileId, string | null>,
  oids: ReadonlyMap<string, string>,
): AsyncGenerator<CommitInput[]> {
  for (let { after } = range; ;) {
    const commits = await store.listCommits(ctx.db, ctx.user.id, { ...range, after, limit: COMMITS_AT_ONCE })
    const last = commits.at(-1)
    if (!last) return
    const changes = Map.groupBy(await store.listChanges(ctx.db, ctx.user.id, after, last.seq), ({ seq }) => seq)
    yield commits.map(({ seq, text }) => ({ ...treeChanges(changes.get(seq) ?? [], paths, oids), text }))
    after = last.seq
  }
}

function treeChanges(
  changes: readonly store.LoggedChange[],
  paths: Map<FileId, string | null>,
  oids: ReadonlyMap<string, string>,
): Pick<CommitInput, 'remove' | 'put'> {
  const remove = changes.flatMap(({ fileId, path }) => {
    const before = paths.get(fileId) ?? null
    return before !== null && before !== path ? [before] : []
  })
  const put = changes.flatMap(({ path, isExecutable, sha256 }) => {
    if (path === null) return []
    const oid = oids.get(sha256.toString('hex'))
    if (oid === undefined) throw new HistoryChanged()
    return [{ path, isExecutable, oid }]
  })
  for (const { fileId, path } of changes) paths.set(fileId, path)
  return { remove, put }
}

async function assertUnchanged(ctx: UserCtx, { generation }: History): Promise<void> {
  const present = await store.findHistory(ctx.db, ctx.user.id)
  if (present?.generation !== generation || (await store.hasPurgedFiles(ctx.db, ctx.user.id)))
    throw new HistoryChanged()
}
