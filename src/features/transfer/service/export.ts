import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { freeName, readTexts, totalOf, type Walked, walkLibrary } from '#features/files/public.ts'
import { exportPlaces } from '../export-places.ts'
import { type LibraryFormat, MANIFEST, type ManifestRow, type Sidecar } from '../library.ts'

/** Everything this person has as one zip, made while it is downloaded: neither the database nor memory sees it whole. */
export function exportLibrary(ctx: UserCtx, format: LibraryFormat): ZipStream {
  return streamZip(entries(ctx, format))
}

async function* entries(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry> {
  const placeOf = exportPlaces(freeName)
  const rows: ManifestRow[] = []
  for await (const batch of walkLibrary(ctx)) {
    const sidecars = batch.map((file) => toSidecar(file, placeOf(file)))
    const missing = new Set<string>()
    yield* texts(ctx, sidecars, missing)
    for (const { sidecar, place } of sidecars) {
      // Purged for good while we were at it.
      if (sidecar.versions.some(({ path }) => missing.has(path))) continue
      const content = Buffer.from(format.writeSidecar(sidecar), 'utf8')
      rows.push({
        path: sidecar.versions.at(-1)?.path ?? '',
        sidecar: place.sidecar,
        sidecarSha256: sha256(content).toString('hex'),
        inTrash: sidecar.file.deletedAt !== null,
      })
      yield { name: place.sidecar, modified: sidecar.file.updatedAt, content }
    }
  }
  const manifest = format.writeManifest({ exportedAt: ctx.now, files: rows })
  yield { name: MANIFEST, modified: ctx.now, content: Buffer.from(manifest, 'utf8') }
}

type Placed = { sidecar: Sidecar; place: ReturnType<ReturnType<typeof exportPlaces>> }

function toSidecar(file: Walked, place: Placed['place']): Placed {
  const versions = file.versions.map(({ sha256: hash, ...version }) => ({
    ...version,
    path: place.textOf(version.version),
    sha256: hash.toString('hex'),
  }))
  return { sidecar: { file, versions }, place }
}

/** Together in memory at one time; a text of the largest size fits alone. */
const BYTES_AT_ONCE = 4 * 1024 * 1024
const TEXTS_AT_ONCE = 200

async function* texts(ctx: UserCtx, sidecars: readonly Placed[], missing: Set<string>): AsyncGenerator<ZipEntry> {
  const wanted = sidecars.flatMap(({ sidecar }) => sidecar.versions)
  for (const some of bySize(wanted)) {
    const found = await readTexts(
      ctx,
      some.map((version) => Buffer.from(version.sha256, 'hex')),
    )
    for (const { path, sha256: hash, createdAt } of some) {
      const content = found.get(hash)
      if (content === undefined) missing.add(path)
      else yield { name: path, modified: createdAt, content }
    }
  }
}

function* bySize<T extends { sizeBytes: number }>(all: readonly T[]): Generator<T[]> {
  let some: T[] = []
  let bytes = 0
  for (const each of all) {
    if (some.length >= TEXTS_AT_ONCE || (some.length > 0 && bytes + each.sizeBytes > BYTES_AT_ONCE)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(each)
    bytes += each.sizeBytes
  }
  if (some.length > 0) yield some
}

/** How much an export holds, without counting: for the words beside its button. */
export async function librarySize(ctx: UserCtx): Promise<number> {
  return totalOf(ctx)
}
