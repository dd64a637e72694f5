import type { Outcome } from '#browser/api.ts'
import { MAX_BULK } from '../../file.ts'

/** What can be done to several files at once. */
export type Action = 'favorite' | 'unfavorite' | 'tag' | 'move' | 'trash'

export type Failed = Exclude<Outcome<unknown>, { outcome: 'done' }>

export type Batches<T> = {
  done: readonly string[]
  /** Files that no longer exist; the others were processed without them. */
  missing: readonly string[]
  /** Files that were not processed, or whose result is unknown. */
  rest: readonly string[]
  replies: readonly T[]
  failed: Failed | null
}

/** Sends batches of the largest allowed size one after the other, and stops at the first failure. */
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

/** A bulk call changes nothing when a file is missing, and its refusal names the missing files. */
function missingIn(failed: Failed, batch: readonly string[]): string[] {
  if (failed.outcome !== 'refused' || failed.refusal.code !== 'some_files_not_found') return []
  const named = failed.refusal.body['file_ids']
  return Array.isArray(named) ? batch.filter((id) => named.includes(id)) : []
}
