import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import { readTexts, countFiles, type FileWithHistory, walkLibrary } from '#features/files/public.ts'
import { countAllNotes } from '#features/notes/public.ts'
import { createPathAllocator } from '../export-paths.ts'
import { type LibraryFormat, type LibrarySize, MANIFEST, type ManifestRow, type Sidecar } from '../library.ts'
import { NOTES_INDEX, writeNotesIndex } from '../notes-index.ts'
import { exportNotes } from './export-notes.ts'
import { exportBoards, exportRepos, exportSettings } from './export-others.ts'

/** Streams everything of this user as one zip, without holding it in memory or in one database transaction. */
export async function exportLibrary(ctx: UserCtx, format: LibraryFormat): Promise<ZipStream> {
  return ctx.slots.transfers.stream(ctx.user.id, () => streamZip(entries(ctx, format)))
}

/**
 * Notes are read first and every file, version and board that they refer to afterwards, so that a note never refers to
 * something missing from the export. The manifest is last, because only then the items purged meanwhile are known.
 */
async function* entries(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry> {
  const noted = yield* exportNotes(ctx, format)
  const files = yield* exportFiles(ctx, format)
  const boards = yield* exportBoards(ctx, format)
  const repositories = yield* exportRepos(ctx, format)
  const settings = yield* exportSettings(ctx, format)
  // Notes are purged with their file.
  const notes = noted.filter(({ listed: { on } }) => on.kind !== 'file' || files.ids.has(on.fileId))
  const index = writeNotesIndex(notes.map(({ listed }) => listed))
  if (notes.length > 0) yield { name: NOTES_INDEX, modified: ctx.now, content: Buffer.from(index, 'utf8') }
  const rows = { files: files.rows, notes: notes.map(({ row }) => row), boards, repositories, settings }
  const manifest = format.writeManifest({ exportedAt: ctx.now, ...rows })
  yield { name: MANIFEST, modified: ctx.now, content: Buffer.from(manifest, 'utf8') }
}

type ExportedFiles = { rows: ManifestRow[]; ids: Set<string> }

async function* exportFiles(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry, ExportedFiles> {
  const pathsOf = createPathAllocator()
  const rows: ManifestRow[] = []
  const ids = new Set<string>()
  for await (const batch of walkLibrary(ctx)) {
    const sidecars = batch.map((file) => toSidecar(file, pathsOf(file)))
    const missing = new Set<string>()
    yield* texts(ctx, sidecars, missing)
    for (const { sidecar, paths } of sidecars) {
      // The file was purged during the export.
      if (sidecar.versions.some(({ path }) => missing.has(path))) continue
      const content = Buffer.from(format.writeSidecar(sidecar), 'utf8')
      rows.push({
        path: sidecar.versions.at(-1)?.path ?? '',
        sidecar: paths.sidecar,
        sidecarSha256: sha256(content).toString('hex'),
        inTrash: sidecar.file.deletedAt !== null,
      })
      ids.add(sidecar.file.id)
      yield { name: paths.sidecar, modified: sidecar.file.updatedAt, content }
    }
  }
  return { rows, ids }
}

type SidecarWithPaths = { sidecar: Sidecar; paths: ReturnType<ReturnType<typeof createPathAllocator>> }

function toSidecar(file: FileWithHistory, paths: SidecarWithPaths['paths']): SidecarWithPaths {
  const versions = file.versions.map(({ sha256: hash, ...version }) => ({
    ...version,
    path: paths.textOf(version.version),
    sha256: hash.toString('hex'),
  }))
  return { sidecar: { file, versions }, paths }
}

/** Texts in memory at once; a text of the largest size fits alone. */
const BYTES_AT_ONCE = 4 * 1024 * 1024
const TEXTS_AT_ONCE = 200

async function* texts(
  ctx: UserCtx,
  sidecars: readonly SidecarWithPaths[],
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  const wanted = sidecars.flatMap(({ sidecar }) => sidecar.versions)
  for (const some of batchBySize(wanted)) {
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

function* batchBySize<T extends { sizeBytes: number }>(all: readonly T[]): Generator<T[]> {
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

/** The size of an export, shown beside its button. */
export async function librarySize(ctx: UserCtx): Promise<LibrarySize> {
  const [files, notes, boards] = await Promise.all([countFiles(ctx), countAllNotes(ctx), listExistingBoards(ctx)])
  return { files, notes, boards: boards.length }
}
