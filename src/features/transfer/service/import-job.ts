import { unpackRows } from '#platform/packed-rows.ts'
import { Problem } from '#platform/problem.ts'
import { spendForWrite } from '#features/agent/public.ts'
import type { FileImport } from '#features/files/public.ts'
import { type BudgetedToken, refundBudget } from '#features/tokens/public.ts'
import type { ManifestRow } from '../library.ts'
import type { Extras, Kind } from '../outcome.ts'
import { exportTooDamaged } from '../problems.ts'
import type { Section } from '../sections.ts'
import type { PartTasks } from './part-tasks.ts'
import type { Library } from './read-library.ts'

const MAX_DAMAGED_PARTS = 1_000

/** `name`: how its owner recognises it, where it could be read. */
export type Extra = { kind: Kind; path: string; name: string | null }

/** Counts of imported items other than files. */
export type ExtrasReport = { counts: Extras; refused: (Extra & { problem: Problem })[] }

/** Who imports. */
export type Importer = {
  /** Null: the users themselves. */
  token: (BudgetedToken & { name: string }) | null
  /** Why a section is not for them. */
  refusalOf: (section: Section) => Problem | null
}

/** The state of one import. */
export type ImportJob = {
  importer: Importer
  run: FileImport
  library: Library
  tasks: PartTasks
  extras: ExtrasReport
  isDisconnected: () => boolean
}

/** The rows of a section, until the client disconnects. */
export async function* rowsOf(
  { library, isDisconnected }: ImportJob,
  section: Exclude<keyof Library['manifest'], 'unknownSections'>,
): AsyncGenerator<ManifestRow> {
  for await (const row of unpackRows(library.manifest[section])) {
    if (isDisconnected()) return
    // Each of them is listed in the reply, and a hostile list has a hundred thousand.
    if (library.damagedParts() > MAX_DAMAGED_PARTS) throw exportTooDamaged({ max: MAX_DAMAGED_PARTS })
    yield row
  }
}

/** Only a problem becomes a result; a bug ends the import. */
export function refuseExtra({ extras }: ImportJob, extra: Extra, error: unknown): void {
  if (!(error instanceof Problem)) throw error
  extras.refused.push({ ...extra, problem: error })
}

/** Runs the import of one item that is neither file nor note; those count themselves. It costs a write when it was saved. */
export async function countWrite<T extends string>({ run, importer }: ImportJob, item: () => Promise<T>): Promise<T> {
  const { token } = importer
  if (!token) return item()
  const isSpent = await spendForWrite(run.ctx.db, run.ctx, token)
  let outcome: T | null = null
  try {
    outcome = await item()
    return outcome
  } finally {
    if (isSpent && (outcome === null || outcome === 'unchanged')) await refundBudget(run.ctx, token, 'writes')
  }
}
