const UNIQUE_VIOLATION = '23505'

/** Somebody was quicker: the row that this statement wanted is taken. */
export function isTaken(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false
  return error.code === UNIQUE_VIOLATION && error.constraint === constraint
}
