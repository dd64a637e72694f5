import type { Outcome } from '#browser/api.ts'
import { MAX_BULK } from '../../file.ts'

export type Failed = Exclude<Outcome<unknown>, { outcome: 'done' }>

export type Batches<T> = {
  done: readonly string[]
  /** Not there any more; the others were not held up by them. */
  missing: readonly string[]
  /** Where it stopped: what was not done, or not known to be. */
  rest: readonly string[]
  replies: readonly T[]
  failed: Failed | null
}

/** As many as one call takes, one call after the other; the first that fails ends it. */
export async function inBatches<T>(
  ids: readonly string[],
  send: (batch: readonly string[]) => Promise<Outcome<T>>,
  onStep: (done: number) => void = () => {},
): Promise<Batches<T>> {
  const [done, missing, replies]: [string[], string[], T[]] = [[], [], []]
  let rest = ids
  while (rest.length > 0) {
    const batch = rest.slice(0, MAX_BULK)
    const outcome = await send(batch)
    if (outcome.outcome === 'done') {
      done.push(...batch)
      replies.push(outcome.data)
      rest = rest.slice(batch.length)
    } else {
      const gone = missingIn(outcome, batch)
      if (gone.length === 0) return { done, missing, rest, replies, failed: outcome }
      missing.push(...gone)
      rest = rest.filter((id) => !gone.includes(id))
    }
    onStep(done.length + missing.length)
  }
  return { done, missing, rest, replies, failed: null }
}

/** A bulk call does nothing when one of its files is gone, and says which. */
function missingIn(failed: Failed, batch: readonly string[]): string[] {
  if (failed.outcome !== 'refused' || failed.refusal.code !== 'some_files_not_found') return []
  const named = failed.refusal.body['file_ids']
  return Array.isArray(named) ? batch.filter((id) => named.includes(id)) : []
}
