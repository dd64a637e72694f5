import { isDeadlock, isTaken } from '#platform/db/violations.ts'

const LIVE_NAME = 'files_live_name'
const TRIES = 3

/**
 * Between seeing that a name is free and taking it somebody else may take it; two that want each other's names end as a
 * deadlock. Then all of it is done once more, and sees that the name is taken.
 */
export async function againIfNameWasTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const wasTaken = isTaken(error, LIVE_NAME) || isDeadlock(error)
      if (attempt === TRIES || !wasTaken) throw error
    }
  }
}
