import { StatementCancelled } from '#platform/db/cancel.ts'

/** A cancelled search has an answer that nobody reads, not an error that would be reported. */
export async function unlessCancelled<T>(search: Promise<T>, instead: T): Promise<T> {
  try {
    return await search
  } catch (error) {
    if (!(error instanceof StatementCancelled)) throw error
    return instead
  }
}
