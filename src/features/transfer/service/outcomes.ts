import type { Locale } from '#base/messages.ts'
import type { Problem } from '#platform/problem.ts'
import type { TakenIn, Uploaded } from '#features/files/public.ts'
import type { Outcome } from '../outcome.ts'

export type Taken = {
  outcomes: Outcome[]
  /** Why the rest of the request was not taken. */
  stopped: Problem | null
}

export function toTaken({ results, stopped }: TakenIn, locale: Locale): Taken {
  return { outcomes: results.map((result) => toOutcome(result, locale)), stopped }
}

function toOutcome(result: Uploaded, locale: Locale): Outcome {
  const { path } = result
  switch (result.outcome) {
    case 'saved':
    case 'unchanged': {
      const { id, fileName, version } = result.file
      return { outcome: result.outcome, path, fileId: id, fileName, version }
    }
    case 'skipped':
      return result
    case 'refused': {
      const { code, wire, words } = result.problem
      return { outcome: 'refused', path, code, error: wire, message: words[locale] }
    }
  }
}
