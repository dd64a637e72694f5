const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'
const LIVE_NAME = 'files_live_name'
const TRIES = 3

/**
 * Between seeing that a name is free and taking it somebody else may take it. Then all of it is done once more, and sees
 * that the name is taken.
 */
export async function againIfNameWasTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === TRIES || !wasTaken(error)) throw error
    }
  }
}

/** Citus adds the number of a shard to the name of an index. Two that want each other's names end as a deadlock. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (error.code === DEADLOCK) return true
  return error.code === UNIQUE_VIOLATION && 'constraint' in error && String(error.constraint).startsWith(LIVE_NAME)
}
