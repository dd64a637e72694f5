import type { FileId } from '#base/ids.ts'
import { importFile, type ImportFile, MAX_CONTENT_BYTES } from '#features/files/public.ts'
import type { ManifestRow } from '../library.ts'
import { damagedExport, unknownSection } from '../problems.ts'
import { importBoards } from './import-boards.ts'
import { importNotes } from './import-notes.ts'
import { importRepos, importSettings } from './import-others.ts'
import { type ImportJob, refuseExtra } from './import-job.ts'

/** Fits some thousand versions. */
const MAX_SIDECAR_BYTES = 8 * 1024 * 1024

/** Imports each item in its own transaction: a damaged one is rejected, and the others are imported. */
export async function importLibrary(job: ImportJob): Promise<void> {
  const { unknownSections } = job.library.manifest
  for (const section of unknownSections)
    refuseExtra(job, { kind: 'section', path: section, name: null }, unknownSection({ section }))
  const files = await importFiles(job)
  const boards = await importBoards(job)
  await importNotes(job, { files, boards })
  await importRepos(job)
  await importSettings(job)
}

/** Maps exported file ids to ours. */
async function importFiles(job: ImportJob): Promise<Map<string, FileId>> {
  const ids = new Map<string, FileId>()
  for (const row of job.library.manifest.files) {
    if (job.isDisconnected()) break
    const { exportedId, file } = await readFile(job, row)
    const result = await importFile(job.run, file)
    if (exportedId !== null && 'file' in result) ids.set(exportedId, result.file.id)
  }
  return ids
}

type ExportedFile = { exportedId: string | null; file: ImportFile }

async function readFile({ library, format }: ImportJob, row: ManifestRow): Promise<ExportedFile> {
  const { path } = row
  try {
    const sidecar = format.readSidecar(await library.readText(row.sidecar, row.sidecarSha256, MAX_SIDECAR_BYTES))
    if (!sidecar) throw damagedExport({ path: row.sidecar })
    const { file, versions } = sidecar
    const byNumber = new Map(versions.map((version) => [version.version, version]))
    const contentOf = async (number: number) => {
      const version = byNumber.get(number)
      if (!version) throw damagedExport({ path })
      return library.readText(version.path, version.sha256, MAX_CONTENT_BYTES)
    }
    return { exportedId: file.id, file: { kind: 'exact', path, file: { ...file, versions, contentOf } } }
  } catch (error) {
    return { exportedId: null, file: { kind: 'refused', path, error } }
  }
}
