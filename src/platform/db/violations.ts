const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const LOCK_TIMEOUT = '55P03'
/** Citus appends the number of a shard to the name of a constraint. */
const SHARD = /_\d+$/

/** A unique violation: a concurrent writer inserted the row first. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return false
  const violated = constraintOf(error)
  return [violated, violated?.replace(SHARD, '')].includes(constraint)
}

/** Citus passes on the message of a worker without the field that names the constraint. */
function constraintOf(error: Error): string | undefined {
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return /constraint "([^"]+)"/.exec(error.message)?.[1]
}

/** A deadlock: PostgreSQL rolled this transaction back. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}

/** The same transaction can succeed later: another one held its locks or changed its rows. */
export function isWorthRetrying(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === DEADLOCK || code === SERIALIZATION_FAILURE || code === LOCK_TIMEOUT
}
