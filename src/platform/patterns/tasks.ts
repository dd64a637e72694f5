import { isDeadlineOrBusy, type Offload, type Task } from '../threads.ts'
import type { CheckedTexts, Checks, ReadPatterns } from './checks.ts'

/** Compiles the patterns of a query, and collects the texts that they require. The engine is large, so it is loaded by the first pattern. */
export const readPatternsTask: Task<Checks, ReadPatterns> = {
  name: 'read-patterns',
  deadlineMs: 1_000,
  run: async (checks) => (await import('./check.ts')).readPatterns(checks),
}

/** Which texts pass all checks, in order. The list is shorter than the texts when the time was up. */
export const checkTextsTask: Task<CheckedTexts, boolean[]> = {
  name: 'check-texts',
  // Longer than any limit that a request sets: the check cannot stop inside one text.
  deadlineMs: 1_000,
  run: async (job) => (await import('./check.ts')).checkTexts(job),
}

/** One answer per text, in order; fewer when the time was up, and none when the first text took too long. */
export async function checkTexts({ offload }: { offload: Offload }, job: CheckedTexts): Promise<boolean[]> {
  try {
    return await offload(checkTextsTask, job)
  } catch (error) {
    if (isDeadlineOrBusy(error)) return []
    throw error
  }
}
