import type { FileId } from '#base/ids.ts'
import { packRows } from '#platform/packed-rows.ts'
import { contentTooLarge, importFile, type ImportFile } from '#features/files/public.ts'
import { importOrigin } from '#features/repos/public.ts'
import type { LibraryLink, LibraryOrigin, ManifestRow } from '../library.ts'
import { damagedExport, unknownSection } from '../problems.ts'
import { importBoards } from './import-boards.ts'
import { importLinks, type LinkedTexts } from './import-links.ts'
import { importNotes } from './import-notes.ts'
import { importRepos, importSettings } from './import-others.ts'
import { type ImportJob, refuseExtra, rowsOf } from './import-job.ts'
import { importShares } from './import-shares.ts'
import { importViews } from './import-views.ts'

/** Fits some thousand versions. */
const MAX_SIDECAR_BYTES = 8 * 1024 * 1024

/** Imports each item in its own transaction: a damaged one is rejected, and the others are imported. */
export async function importLibrary(job: ImportJob): Promise<void> {
  const { unknownSections } = job.library.manifest
  for (const section of unknownSections)
    refuseExtra(job, { kind: 'section', path: section, name: null }, unknownSection({ section }))
  await refuseSections(job)
  const linked: LinkedTexts = []
  const files = await importFiles(job, linked)
  const boards = await importBoards(job)
  const notes = await importNotes(job, { files, boards }, linked)
  await importLinks(job, linked, { file: files, board: boards, note: notes })
  await importViews(job, { file: files, board: boards })
  await importShares(job, files)
  await importRepos(job)
  await importSettings(job)
}

/** Empties the sections that are not for the importer, and reports each of them once. */
async function refuseSections(job: ImportJob): Promise<void> {
  const { manifest } = job.library
  for (const section of ['boards', 'notes', 'views', 'shares', 'repositories', 'settings'] as const) {
    const refusal = job.importer.refusalOf(section)
    if (!refusal || manifest[section].count === 0) continue
    job.extras.counts[section].failed += manifest[section].count
    refuseExtra(job, { kind: 'section', path: section, name: null }, refusal)
    manifest[section] = packRows([])
  }
  const refusal = job.importer.refusalOf('files')
  if (!refusal) return
  for await (const { path } of rowsOf(job, 'files'))
    await importFile(job.run, { kind: 'refused', path, error: refusal })
  manifest.files = packRows([])
}

/** Maps exported file ids to ours. */
async function importFiles(job: ImportJob, linked: LinkedTexts): Promise<Map<string, FileId>> {
  const ids = new Map<string, FileId>()
  for await (const row of rowsOf(job, 'files')) {
    const { exportedId, origin, links, file } = await readFile(job, row)
    const result = await importFile(job.run, file)
    if (exportedId === null || !('file' in result)) continue
    ids.set(exportedId, result.file.id)
    if (links.length > 0) linked.push({ sourceId: result.file.id, links })
    if (origin) await addOrigin(job, row, result.file, origin)
  }
  return ids
}

async function addOrigin(
  job: ImportJob,
  { path }: ManifestRow,
  { id, fileName }: { id: FileId; fileName: string },
  origin: LibraryOrigin,
): Promise<void> {
  try {
    const refusal = job.importer.refusalOf('origins')
    if (refusal) throw refusal
    await importOrigin(job.run.ctx, id, origin)
  } catch (error) {
    refuseExtra(job, { kind: 'origin', path, name: fileName }, error)
  }
}

type ExportedFile = {
  exportedId: string | null
  origin: LibraryOrigin | null
  links: readonly LibraryLink[]
  file: ImportFile
}

async function readFile({ library, tasks, run }: ImportJob, row: ManifestRow): Promise<ExportedFile> {
  const { path } = row
  try {
    const { file, origin, versions, links } = await library.readPart(tasks.sidecar, row, MAX_SIDECAR_BYTES)
    const byNumber = new Map(versions.map((version) => [version.version, version]))
    const contentOf = async (number: number) => {
      const version = byNumber.get(number)
      if (!version) throw damagedExport({ path })
      const max = run.ctx.maxFileBytes
      // Exported where larger files are allowed.
      if (version.sizeBytes > max) throw contentTooLarge({ field: 'content', max })
      return library.readText(version.path, version.sha256, max)
    }
    return { exportedId: file.id, origin, links, file: { kind: 'exact', path, file: { ...file, versions, contentOf } } }
  } catch (error) {
    return { exportedId: null, origin: null, links: [], file: { kind: 'refused', path, error } }
  }
}
