import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { createPathAllocator, splitPath } from '../path.ts'
import { folderNotFound } from '../problems.ts'
import { listInFolder } from '../store/folders.ts'
import { readLatestBytes } from '../store/transfer.ts'
import { getLiveFiles } from './bulk.ts'

/** Bodies in memory at once: four of the largest are 8 MiB. */
const AT_ONCE = 4
const EMPTY = Buffer.alloc(0)

/** Streams the files as a zip, with their folders. */
export async function zipOf(ctx: UserCtx, ids: readonly FileId[]): Promise<ZipStream> {
  const files = await getLiveFiles(ctx, ids)
  const allocate = createPathAllocator()
  const named = files.map((file) => ({ id: file.id, name: allocate(file), modified: file.updatedAt }))
  return ctx.slots.transfers.stream(ctx.user.id, () => streamZip(entries(ctx, named)))
}

/** Streams a folder with everything below it; its own name is the root of the zip. */
export async function zipOfFolder(ctx: UserCtx, folder: string): Promise<ZipStream> {
  const files = await listInFolder(ctx.db, ctx.user.id, folder)
  if (files.length === 0) throw folderNotFound({ folder })
  const allocate = createPathAllocator()
  const above = folder.lastIndexOf('/') + 1
  const named = files.map(({ id, path, updatedAt }) => ({
    id,
    name: allocate(splitPath(path.slice(above))),
    modified: updatedAt,
  }))
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
