import type { Locale } from '#base/messages.ts'
import type { Problem } from '#platform/problem.ts'
import type { ImportResult } from '#features/files/public.ts'
import { type Extras, noExtras, type Outcome } from '../outcome.ts'
import type { Extra, ExtrasReport } from './import-job.ts'
import type { UploadOutcome } from './take-in.ts'

export type TransferResult = {
  outcomes: Outcome[]
  extras: Extras
  /** Why the rest of the request was not imported. */
  stopped: Problem | null
}

const NOTHING: ExtrasReport = { counts: noExtras(), refused: [] }

export function toTransferResult(
  { results, stopped }: UploadOutcome,
  locale: Locale,
  extras = NOTHING,
): TransferResult {
  const refused = extras.refused.map(({ problem, ...extra }) => refusal(extra, problem, locale))
  return {
    outcomes: [...results.map((result) => toOutcome(result, locale)), ...refused],
    extras: extras.counts,
    stopped,
  }
}

function toOutcome(result: ImportResult, locale: Locale): Outcome {
  const { path } = result
  switch (result.outcome) {
    case 'saved':
    case 'unchanged': {
      const { id, ...file } = result.file
      return { outcome: result.outcome, path, fileId: id, ...file }
    }
    case 'skipped':
      return result
    case 'refused':
      return refusal({ kind: 'file', path, name: null }, result.problem, locale)
  }
}

function refusal(about: Extra, { code, wire, words }: Problem, locale: Locale): Outcome {
  return { outcome: 'refused', ...about, code, error: wire, message: words[locale] }
}
