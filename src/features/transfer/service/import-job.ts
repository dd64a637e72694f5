import { Problem } from '#platform/problem.ts'
import type { FileImport } from '#features/files/public.ts'
import type { LibraryFormat } from '../library.ts'
import type { Extras, Kind } from '../outcome.ts'
import type { Library } from './read-library.ts'

/** `name`: how its owner recognises it, where it could be read. */
export type Extra = { kind: Kind; path: string; name: string | null }

/** Counts of imported items other than files. */
export type ExtrasReport = { counts: Extras; refused: (Extra & { problem: Problem })[] }

/** The state of one import. */
export type ImportJob = {
  run: FileImport
  library: Library
  format: LibraryFormat
  extras: ExtrasReport
  isDisconnected: () => boolean
}

/** Only a problem becomes a result; a bug ends the import. */
export function refuseExtra({ extras }: ImportJob, extra: Extra, error: unknown): void {
  if (!(error instanceof Problem)) throw error
  extras.refused.push({ ...extra, problem: error })
}
