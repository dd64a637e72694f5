import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as store from '../store/transfer.ts'

const FILES_AT_ONCE = 100

export type Walked = store.WalkedFile & { versions: store.StoredVersion[] }

/** Every file with its history but without texts, some at a time; stops asking when its reader stops. */
export async function* walkLibrary(ctx: UserCtx): AsyncGenerator<Walked[]> {
  let after: FileId | null = null
  for (;;) {
    const files: store.WalkedFile[] = await store.walkFiles(ctx.db, ctx.user.id, after, FILES_AT_ONCE)
    const last = files.at(-1)
    if (!last) return
    const ids = files.map(({ id }) => id)
    const versions = Map.groupBy(await store.versionsOfAll(ctx.db, ctx.user.id, ids), ({ fileId }) => fileId)
    // A save between the two questions adds a version; without it the file is as it was at the first.
    yield files.map((file) => ({
      ...file,
      versions: (versions.get(file.id) ?? []).filter(({ version }) => version <= file.version),
    }))
    after = last.id
  }
}

/** Bytes of texts, by the hex of their hash. One that was purged meanwhile is missing. */
export async function readTexts(ctx: UserCtx, hashes: readonly Buffer[]): Promise<Map<string, Buffer>> {
  return store.readBodies(ctx.db, ctx.user.id, hashes)
}
