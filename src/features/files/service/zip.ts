import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { uniqueName } from '../name.ts'
import { readLatestBytes } from '../store/transfer.ts'
import { getLiveFiles } from './bulk.ts'

/** Bodies in memory at once: four of the largest are 8 MiB. */
const AT_ONCE = 4
const EMPTY = Buffer.alloc(0)

/** Streams the files as a zip and makes equal names unique. */
export async function zipOf(ctx: UserCtx, ids: readonly FileId[]): Promise<ZipStream> {
  const files = await getLiveFiles(ctx, ids)
  const used = new Set<string>()
  const named = files.map((file) => {
    const name = uniqueName(file.fileName, (candidate) => used.has(candidate))
    used.add(name)
    return { id: file.id, name, modified: file.updatedAt }
  })
  return ctx.slots.transfers.stream(ctx.user.id, () => streamZip(entries(ctx, named)))
}

async function* entries(ctx: UserCtx, named: { id: FileId; name: string; modified: Date }[]): AsyncGenerator<ZipEntry> {
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const batch = named.slice(at, at + AT_ONCE)
    const texts = await readLatestBytes(
      ctx.db,
      ctx.user.id,
      batch.map(({ id }) => id),
    )
    for (const { id, name, modified } of batch) yield { name, modified, content: texts.get(id) ?? EMPTY }
  }
}
