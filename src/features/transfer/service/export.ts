import { isMarkdown } from '#base/language/language.ts'
import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import { streamZip, type ZipEntry, type ZipStream } from '#platform/zip.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import { countFiles, type FileWithHistory, walkLibrary } from '#features/files/public.ts'
import { listRenamedLinks } from '#features/links/public.ts'
import { countAllNotes } from '#features/notes/public.ts'
import { listOrigins } from '#features/repos/public.ts'
import { createExportPaths, type ExportPaths } from '../export-paths.ts'
import { type LibraryFormat, type LibrarySize, MANIFEST, type ManifestRow, type Sidecar } from '../library.ts'
import { NOTES_INDEX, writeNotesIndex } from '../notes-index.ts'
import { exportNotes } from './export-notes.ts'
import { exportBoards, exportRepos, exportSettings, exportShares, exportViews } from './export-others.ts'
import { textEntries } from './text-entries.ts'

/** Streams everything of this user as one zip, without holding it in memory or in one database transaction. */
export async function exportLibrary(ctx: UserCtx, format: LibraryFormat): Promise<ZipStream> {
  return ctx.slots.transfers.stream(ctx.user.id, () => streamZip(entries(ctx, format)))
}

/**
 * Notes and shares are read first, and every file, version and board that they refer to afterwards, so that they never refer to
 * something missing from the export. The manifest is last, because only then the items purged meanwhile are known.
 */
async function* entries(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry> {
  const noted = yield* exportNotes(ctx, format)
  const shared = yield* exportShares(ctx, format)
  const files = yield* exportFiles(ctx, format)
  const boards = yield* exportBoards(ctx, format)
  const views = yield* exportViews(ctx, format)
  const repositories = yield* exportRepos(ctx, format)
  const settings = yield* exportSettings(ctx, format)
  // Notes are purged with their file.
  const notes = noted.filter(({ listed: { on } }) => on.kind !== 'file' || files.ids.has(on.fileId))
  const index = writeNotesIndex(notes.map(({ listed }) => listed))
  if (notes.length > 0) yield { name: NOTES_INDEX, modified: ctx.now, content: Buffer.from(index, 'utf8') }
  const shares = shared.filter(({ fileIds }) => fileIds.every((id) => files.ids.has(id))).map(({ row }) => row)
  const rows = { files: files.rows, notes: notes.map(({ row }) => row), shares, boards, views, repositories, settings }
  const manifest = format.writeManifest({ exportedAt: ctx.now, ...rows })
  yield { name: MANIFEST, modified: ctx.now, content: Buffer.from(manifest, 'utf8') }
}

type ExportedFiles = { rows: ManifestRow[]; ids: Set<string> }

async function* exportFiles(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry, ExportedFiles> {
  const pathsOf = createExportPaths()
  const rows: ManifestRow[] = []
  const ids = new Set<string>()
  for await (const batch of walkLibrary(ctx)) {
    const origins = await listOrigins(
      ctx,
      batch.map(({ id }) => id),
    )
    const links = await listRenamedLinks(
      ctx,
      batch.filter(({ language }) => isMarkdown(language)),
    )
    const beside = (id: FileId) => ({ origin: origins.get(id) ?? null, links: links.get(id) ?? [] })
    const sidecars = batch.map((file) => toSidecar(file, beside(file.id), pathsOf(file)))
    const missing = new Set<string>()
    const versions = sidecars.flatMap(({ sidecar }) => sidecar.versions)
    yield* textEntries(ctx, versions, missing)
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

type SidecarWithPaths = { sidecar: Sidecar; paths: ExportPaths }

function toSidecar(
  file: FileWithHistory,
  { origin, links }: Pick<Sidecar, 'origin' | 'links'>,
  paths: SidecarWithPaths['paths'],
): SidecarWithPaths {
  const versions = file.versions.map(({ sha256: hash, ...version }) => ({
    ...version,
    path: paths.textOf(version.version),
    sha256: hash.toString('hex'),
  }))
  return { sidecar: { file, origin, versions, links }, paths }
}

/** The size of an export, shown beside its button. */
export async function librarySize(ctx: UserCtx): Promise<LibrarySize> {
  const [files, notes, boards] = await Promise.all([countFiles(ctx), countAllNotes(ctx), listExistingBoards(ctx)])
  return { files, notes, boards: boards.length }
}
