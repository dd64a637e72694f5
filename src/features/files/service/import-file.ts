import { junkRoot } from '#base/junk-paths.ts'
import { cleanPath } from '#base/path.ts'
import { Problem } from '#platform/problem.ts'
import {
  type FileImport,
  type Fresh,
  type ImportResult,
  saveSourced,
  saveUploaded,
  saveVersion,
  type Skipped,
  type Uploaded,
} from './import-save.ts'
import type { ExistingFile } from './namesakes.ts'
import { type ExactFile, restoreExact } from './restore-exact.ts'
import type { Draft } from './save-by-name.ts'

/** A file to import, by how the stored file that it belongs to is found. */
export type ImportFile = { path: string } & (
  | ({ kind: 'uploaded' } & Uploaded)
  /** By its `sourceUrl`: the next version of the file that has it, else a new file under a free name. */
  | { kind: 'sourced'; draft: ImportDraft; fresh?: Fresh }
  /** The next version of this file, whatever its name is. */
  | { kind: 'version'; of: ExistingFile; draft: ImportDraft }
  /** With its whole history, unless an identical file exists. */
  | { kind: 'exact'; file: ExactFile }
  /** Could not be read. Only a problem becomes a result; a bug ends the import. */
  | { kind: 'refused'; error: unknown }
)
type ImportDraft = Omit<Draft, 'source'>

/** Saves one file in its own transaction. Files are imported one by one, because together they may not fit in memory. */
export async function importFile(run: FileImport, file: ImportFile): Promise<ImportResult> {
  // The other kinds are identified by something else, and their path is only a label.
  const path = file.kind === 'uploaded' ? cleanPath(file.path) : file.path
  const junk = file.kind === 'uploaded' ? junkRoot(path) : null
  if (junk !== null) return skip(run, junk)
  const result = await attempt(run, { ...file, path })
  run.results.push(result)
  return result
}

const TOO_MANY_REQUESTS = 429

async function attempt(run: FileImport, file: ImportFile): Promise<ImportResult> {
  if (run.budget) return refused(file.path, run.budget)
  try {
    return file.kind === 'refused' ? refused(file.path, file.error) : await save(run, file)
  } catch (error) {
    if (error instanceof Problem && error.status === TOO_MANY_REQUESTS) run.budget = error
    return refused(file.path, error)
  }
}

function refused(path: string, error: unknown): ImportResult {
  if (!(error instanceof Problem)) throw error
  return { path, outcome: 'refused', problem: error }
}

function skip({ results, skipped }: FileImport, root: string): Skipped {
  const result = skipped.get(root) ?? { path: root, outcome: 'skipped', files: 0 }
  if (result.files === 0) results.push(result)
  result.files += 1
  skipped.set(root, result)
  return result
}

async function save(run: FileImport, file: Exclude<ImportFile, { kind: 'refused' }>): Promise<ImportResult> {
  const { path } = file
  switch (file.kind) {
    case 'uploaded':
      return saveUploaded(run, path, file)
    case 'sourced':
      return saveSourced(run, path, { ...file.draft, source: run.source }, file.fresh)
    case 'version':
      return saveVersion(run, path, file.of, { ...file.draft, source: run.source })
    case 'exact': {
      const { outcome, file: stored } = await restoreExact(run.ctx, file.file)
      return { path, outcome: outcome === 'already' ? 'unchanged' : 'saved', file: stored }
    }
  }
}
