import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Packed } from '#platform/db/body-codec.ts'
import * as store from '../store/transfer.ts'

const FILES_AT_ONCE = 100

export type FileWithHistory = store.WalkedFile & { versions: store.StoredVersion[] }

/** Yields every file with its history but without texts, in batches; queries only while its consumer reads. */
export async function* walkLibrary(ctx: UserCtx): AsyncGenerator<FileWithHistory[]> {
  let after: FileId | null = null
  for (;;) {
    const files: store.WalkedFile[] = await store.walkFiles(ctx.db, ctx.user.id, after, FILES_AT_ONCE)
    const last = files.at(-1)
    if (!last) return
    const ids = files.map(({ id }) => id)
    const versions = Map.groupBy(await store.versionsOfAll(ctx.db, ctx.user.id, ids), ({ fileId }) => fileId)
    // A save between the two queries adds a version; drop it, so that the file is as it was at the first query.
    yield files.map((file) => ({
      ...file,
      versions: (versions.get(file.id) ?? []).filter(({ version }) => version <= file.version),
    }))
    after = last.id
  }
}

/** The bytes of texts, by the hex of their hash. A text that was purged meanwhile is missing. */
export async function readTexts(ctx: UserCtx, hashes: readonly Buffer[]): Promise<Map<string, Buffer>> {
  return store.readBodies(ctx.db, ctx.user.id, hashes)
}

/** The same compressed, for a worker thread to decompress. */
export async function readPackedTexts(ctx: UserCtx, hashes: readonly Buffer[]): Promise<Map<string, Packed>> {
  return store.readPackedBodies(ctx.db, ctx.user.id, hashes)
}
