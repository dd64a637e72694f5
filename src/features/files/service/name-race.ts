import { isDeadlock, isUniqueViolation } from '#platform/db/violations.ts'

const LIVE_NAME = 'files_live_name'
const TRIES = 3

/**
 * A concurrent writer may take a name between the check and the insert; two that want each other's names deadlock. In
 * both cases the operation is retried, and then sees that the name is taken.
 */
export async function retryIfNameTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const wasTaken = isUniqueViolation(error, LIVE_NAME) || isDeadlock(error)
      if (attempt === TRIES || !wasTaken) throw error
    }
  }
}
